/**
 * The SQL of a record's JSON, from a row of `table` (an alias in the query around it): exactly these fields,
 * in this order, so nothing else of the row can be printed. A field is the column of its name in snake_case;
 * the times (…At) are written as the API writes them.
 */
export function json(table: string, fields: string): string {
  const columns = fields.split(' ').map(field => {
    const column = `${table}.${field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}`;
    return `${/(^a|A)t$/.test(field) ? `corkboard.iso(${column})` : column} as "${field}"`;
  });
  return `(select row_to_json(f) from (select ${columns.join(', ')}) f)`;
}

/** The SQL of a list: a JSON array of what a query of one JSON column returns, in its order. */
export const list = (query: string) => `array_to_json(array(${query}))`;
