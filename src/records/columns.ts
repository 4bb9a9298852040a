import type { z } from 'zod';

// Plain text, which fragments.ts turns into slonik's fragments: loading slonik would delay the start of the operator's command.

/** The column of a field. */
export const snakeCase = (field: string) => field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** The values of fields by column. */
export const columnsOf = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [snakeCase(field), value]));

/** A field in a select list, from its column of `row`, an alias. Times (…At) are as the API writes them. */
export function column(row: string, field: string): string {
  const source = `${row}.${snakeCase(field)}`;
  return `${field.endsWith('At') ? `corkboard.iso(${source})` : source} as "${field}"`;
}

/** A JSON object, without white space, of the columns of a select list. */
export const object = (columns: string) => `(select row_to_json(o) from (select ${columns}) o)`;

/** A JSON array of what a query of one JSON column returns, in its order. */
export const array = (query: string) => `array_to_json(array(${query}))`;

/**
 * The SQL of a record's JSON, from a row of the query around it: exactly these fields, in this order, so
 * nothing else of the row can be shown. `more`: columns that are none of the row.
 */
export const json = (fields: string, row = 'r', ...more: string[]) =>
  object([...fields.split(' ').map(field => column(row, field)), ...more].join(', '));

/** The fields of a record as the API returns it. */
export const fieldsOf = (record: z.ZodObject) => Object.keys(record.shape).join(' ');
