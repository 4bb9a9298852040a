import { type FragmentSqlToken, sql } from 'slonik';
import type { z } from 'zod';
import { timestamp } from '../vocabulary/fields.ts';

type Record = z.ZodObject;
type Field<R extends Record> = keyof R['shape'] & string;

/**
 * The SQL that makes a record's JSON from a row of `table` (an alias in the query around it): exactly
 * the fields of the record, in its order, so nothing else of the row can leave. A field is read from the
 * column of the same name in snake_case; one that is no column is given in `computed`.
 */
export function json<R extends Record>(
  record: R,
  table: string,
  computed: { [F in Field<R>]?: FragmentSqlToken } = {},
): FragmentSqlToken {
  const fields = Object.entries(record.shape).map(([field, schema]) => {
    const source = computed[field as Field<R>] ?? column(table, field, schema as z.ZodType);
    return sql.fragment`${source} as ${sql.identifier([field])}`;
  });
  return object(sql.join(fields, sql.fragment`, `));
}

/** A JSON object, without white space, of the columns of a select list. */
export function object(columns: Parameters<typeof sql.join>[0][number]): FragmentSqlToken {
  return sql.fragment`(select row_to_json(r) from (select ${columns}) r)`;
}

/** A JSON array of what a query of one JSON column returns, in its order. */
export function array(query: FragmentSqlToken): FragmentSqlToken {
  return sql.fragment`array_to_json(array(${query}))`;
}

function column(table: string, field: string, schema: z.ZodType): FragmentSqlToken {
  const name = sql.identifier([table, field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)]);
  return isTimestamp(schema) ? sql.fragment`corkboard.iso(${name})` : sql.fragment`${name}`;
}

function isTimestamp(schema: z.ZodType): boolean {
  return schema === timestamp || ('unwrap' in schema && (schema as z.ZodNullable).unwrap() === timestamp);
}
