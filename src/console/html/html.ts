import { html as escaping } from 'hono/html';

/** Text that is HTML already, made by `html`. */
export type Html = Awaited<ReturnType<typeof escaping>>;

/** What may stand in a template. No object of any other kind may: with the right fields, the library would take it for HTML. */
export type Value = string | number | Html | null | readonly Value[];

/** HTML from a template whose values are escaped, but for those that are HTML already. Attributes stand in quotation marks, which a test looks after. */
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
