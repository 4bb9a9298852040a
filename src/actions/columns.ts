import type { z } from 'zod';

// Text and not slonik's fragments: loading what makes those would have the operator's command start half as slowly again.

/**
 * The SQL of a record's JSON, from the row `r` of the query around it: exactly these fields, in this
 * order, so nothing else of the row can be shown. A field is the column of its name in snake_case;
 * the times (…At) are written as the API writes them. `more`: columns that are none of the row.
 */
export function json(fields: string, row = 'r', ...more: string[]): string {
  const columns = fields.split(' ').map(field => {
    const column = `${row}.${snakeCase(field)}`;
    return `${field.endsWith('At') ? `corkboard.iso(${column})` : column} as "${field}"`;
  });
  return `(select row_to_json(f) from (select ${[...columns, ...more].join(', ')}) f)`;
}

export const snakeCase = (field: string) => field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** The fields of a record as the API returns it. */
export const fieldsOf = (record: z.ZodObject) => Object.keys(record.shape).join(' ');

/** The SQL of a list: a JSON array of what a query of one JSON column returns, in its order. */
export const list = (query: string) => `array_to_json(array(${query}))`;
