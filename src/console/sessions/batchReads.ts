import type { FragmentSqlToken } from 'slonik';
import { sql } from '../../database/pool.ts';

/** The queries of a page by name, each of one row. */
export type Reads = Record<string, FragmentSqlToken>;

/** What batchReads returns for a page without queries. */
export const noReads: FragmentSqlToken = sql.fragment`'{}'`;

/** An expression for the JSON of the rows of several queries, by name. */
export function batchReads(reads: Reads): FragmentSqlToken {
  if (Object.keys(reads).length === 0) return noReads;
  const named = Object.entries(reads).map(
    ([name, query]) => sql.fragment`(select row_to_json(r) from (${query}) r) as ${sql.identifier([name])}`,
  );
  return sql.fragment`(select row_to_json(a)::text from (select ${sql.join(named, sql.fragment`, `)}) a)`;
}
