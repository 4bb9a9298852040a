import type { QuerySqlToken } from 'slonik';
import type { Connection } from './connection.ts';

/** A statement that Citus plans only in parts (docs/citus.md), which `apart` sends. It returns the same rows. */
export type Divisible<Query extends QuerySqlToken = QuerySqlToken> = Query & {
  apart: (connection: Connection) => Promise<unknown[]>;
};

export const isDivisible = (query: QuerySqlToken): query is Divisible => 'apart' in query;
