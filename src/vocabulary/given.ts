/** The JSON Schema of an object that has these fields. Linters and strict validators want them under `properties` as well. */
export const given = (...fields: string[]) => ({
  properties: Object.fromEntries(fields.map(field => [field, {}])),
  required: fields,
});
