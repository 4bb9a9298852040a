import { html as escaping } from 'hono/html';

/** HTML made by `html`. */
export type Html = Awaited<ReturnType<typeof escaping>>;

/** The values allowed in a template. Other objects are not: with the right fields, the library would take them for HTML. */
export type Value = string | number | Html | null | readonly Value[];

/** HTML from a template. Values are escaped, except for HTML. Attribute values need quotation marks, which a test checks. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  for (const value of values) {
    if (!isValue(value))
      throw new TypeError('A template takes text, numbers, HTML, lists of them, and null.');
  }
  return escaping(strings, ...values) as Html;
}

function isValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isValue);
  return typeof value !== 'object' || value === null || value instanceof String;
}
