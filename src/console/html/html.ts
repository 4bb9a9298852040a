/** HTML made by `html`, or by `raw` from HTML of our own. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** The values allowed in a template. Other objects are not. */
export type Value = string | number | Html | null | readonly Value[];

/** Text that is HTML already, of the service itself. */
export const raw = (text: string): Html => new Html(text);

/**
 * HTML from a template. Values are escaped, except for HTML. Attribute values need quotation marks, which a test checks. Strings
 * are added up, which V8 does without copying them, so that a page is copied once, when it is sent (docs/performance.md).
 */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  let text = strings[0]!;
  for (let at = 0; at < values.length; at++) text += written(values[at]!) + strings[at + 1]!;
  return new Html(text);
}

function written(value: Value): string {
  if (typeof value === 'string') return escaped(value);
  if (value == null) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'number') return String(value);
  if (!Array.isArray(value))
    throw new TypeError('A template takes text, numbers, HTML, lists of them, and null.');
  let text = '';
  for (const item of value) text += written(item);
  return text;
}

const special = /[&<>"']/;
const everySpecial = new RegExp(special, 'g');
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  special.test(text) ? text.replace(everySpecial, character => entities[character]!) : text;
