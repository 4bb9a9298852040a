import type { QuerySqlToken } from 'slonik';

/** Sends statements on a connection. */
export interface Connection {
  /** Whether Citus distributes the tables. */
  isDistributed: boolean;
  /** Sends a statement and returns its rows. */
  send(query: QuerySqlToken): Promise<unknown[]>;
  /** Sends statements one after the other in one transaction, and returns the rows of each. */
  sendTogether(queries: readonly QuerySqlToken[]): Promise<unknown[][]>;
}

/** A statement that Citus plans only in parts (docs/citus.md), which `apart` sends. It returns the same rows. */
export type Divisible<Query extends QuerySqlToken = QuerySqlToken> = Query & {
  apart: (connection: Connection) => Promise<unknown[]>;
};

export const isDivisible = (query: QuerySqlToken): query is Divisible => 'apart' in query;
