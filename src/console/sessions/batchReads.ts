import type { RowsAsJson } from '../../database/authenticatedRead.ts';
import { sql } from '../../database/pool.ts';
import type { FragmentSqlToken } from '../../database/sql.ts';

/** The queries of a page by name, each of one row. */
export type PageQueries = Record<string, FragmentSqlToken>;

/** The result of batchReads for a page without queries. */
export const noReads: RowsAsJson = {
  queries: [],
  expression: mayRead => sql.fragment`case when ${mayRead} then '{}' end`,
  compose: () => '{}',
};

/** The JSON of the rows of several queries, by name. */
export function batchReads(reads: PageQueries): RowsAsJson {
  const names = Object.keys(reads);
  if (names.length === 0) return noReads;
  const named = Object.entries(reads).map(
    ([name, query]) => sql.fragment`(select row_to_json(r) from (${query}) r) as ${sql.identifier([name])}`,
  );
  return {
    queries: Object.values(reads),
    expression: mayRead => sql.fragment`
      case when ${mayRead} then (select row_to_json(a)::text from (select ${sql.join(named, sql.fragment`, `)}) a) end`,
    compose: rows => `{${rows.map((row, n) => `${JSON.stringify(names[n])}:${row}`).join()}}`,
  };
}
