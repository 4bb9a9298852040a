import type { z } from 'zod';

/**
 * The SQL of a record's JSON, from the row `r` of the query around it: exactly these fields, in this
 * order, so nothing else of the row can be printed. A field is the column of its name in snake_case;
 * the times (…At) are written as the API writes them. `more`: columns that are none of the row.
 */
export function json(fields: string, row = 'r', ...more: string[]): string {
  const columns = fields.split(' ').map(field => {
    const column = `${row}.${field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}`;
    return `${field.endsWith('At') ? `corkboard.iso(${column})` : column} as "${field}"`;
  });
  return `(select row_to_json(f) from (select ${[...columns, ...more].join(', ')}) f)`;
}

/** The fields of a record as the API returns it. */
export const fieldsOf = (record: z.ZodObject) => Object.keys(record.shape).join(' ');

/** The SQL of a list: a JSON array of what a query of one JSON column returns, in its order. */
export const list = (query: string) => `array_to_json(array(${query}))`;

/** The query for a list by the name `as`: the rows of `table` that hold, in the workspace that $1 is the id of, the oldest first. */
export const listIn = (table: string, record: string, as: string, order = 'r.id', holds = 'true') =>
  `select ${list(`select ${record} from corkboard.${table} r where r.workspace_id = w.id and ${holds} order by ${order}`)} as ${as}
   from corkboard.workspaces w where w.id = $1`;

/** The query that calls a function on `it`, the row of `table` that $1 is the id of, and answers from `r`, what it returns. */
export const call = (table: string, invocation: string, answer: string) =>
  `select ${answer} from corkboard.${table} it, corkboard.${invocation} r where it.id = $1`;
