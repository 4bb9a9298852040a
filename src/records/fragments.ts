import type { z } from 'zod';
import { fragment } from '../database/fragment.ts';
import { type FragmentSqlToken, sql } from '../database/sql.ts';
import * as columns from './columns.ts';

/**
 * The caller's workspace, for the SQL of a read and of `replay.now`. Every table of a read names it, also where it joins
 * another one on the workspace: Citus finds the rows by it, and in a subquery it knows no other workspace.
 */
export const workspaceId = sql.fragment`admitted.workspace_id`;
/** Today's date in that workspace's time zone: as a subquery, which is computed once and can be used with an index. */
export const today = sql.fragment`(select corkboard.workspace_today(${workspaceId}))`;

type Record = z.ZodObject;
type FieldOf<R extends Record> = keyof R['shape'] & string;

/**
 * The SQL that makes a record's JSON from a row of `table` (an alias in the query around it): exactly
 * the fields of the record, in its order, so nothing else of the row can leave. A field is read from the
 * column of the same name in snake_case; one that is no column is given in `computed`.
 */
export function json<R extends Record>(
  record: R,
  table: string,
  computed: { [F in FieldOf<R>]?: FragmentSqlToken } = {},
): FragmentSqlToken {
  const given: FragmentSqlToken[] = [];
  const list = Object.keys(record.shape).map(field => {
    const source = computed[field as FieldOf<R>];
    return source ? `$${given.push(source)} as "${field}"` : columns.column(table, field);
  });
  return fragment(columns.object(list.join(', ')), given);
}

/** Fields in a select list, each from its column of `row` (an alias in the query around it), as `json` reads them. */
export const fields = (row: string, names: string): FragmentSqlToken =>
  fragment(
    names
      .split(' ')
      .map(name => columns.column(row, name))
      .join(', '),
    [],
  );

/** A select list with the SQL of each column, by its name. */
export const selectList = (columns: { [name: string]: FragmentSqlToken }): FragmentSqlToken =>
  sql.fragment`${sql.join(
    Object.entries(columns).map(([name, column]) => sql.fragment`${column} as ${sql.identifier([name])}`),
    sql.fragment`, `,
  )}`;

/** A JSON object, without white space, of the columns of a select list. */
export const object = (list: FragmentSqlToken) => fragment(columns.object('$1'), [list]);

/** A JSON array of the rows of a query as objects, in its order. */
export const objects = (query: FragmentSqlToken) =>
  array(fragment('select row_to_json(r) from ($1) r', [query]));

/** A JSON array of what a query of one JSON column returns, in its order. */
export const array = (query: FragmentSqlToken) => fragment(columns.array('$1'), [query]);
