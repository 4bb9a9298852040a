import type pg from 'pg';
import type { z } from 'zod';
import type { CommonQueryMethods, QuerySqlToken } from './sql.ts';
import { queryConfig } from './statement.ts';

/** The methods of slonik's pool that the service uses, by the number of rows they return. */
export type Queries = Pick<CommonQueryMethods, 'any' | 'maybeOne' | 'one'>;

/** Whether rows are checked against the schemas of their queries: only in tests (test/run.ts), because it takes time. */
const checksRows = process.env.CORKBOARD_CHECK_ROWS === 'true';

/**
 * Queries that use a function that sends a statement and returns its rows. They throw if the number of rows is wrong.
 */
export function queriesOver(send: (query: QuerySqlToken) => Promise<unknown[]>): Queries {
  const any = async (query: QuerySqlToken) => {
    const rows = await send(query);
    if (checksRows) for (const row of rows) (query.parser as z.ZodType).parse(row);
    return rows;
  };
  const maybeOne = async (query: QuerySqlToken) => {
    const rows = await any(query);
    if (rows.length > 1) throw new Error(`The statement returned ${rows.length} rows instead of one.`);
    return rows[0] ?? null;
  };
  const one = async (query: QuerySqlToken) => {
    const row = await maybeOne(query);
    if (row === null) throw new Error('The statement returned no row.');
    return row;
  };
  return { any, maybeOne, one } as Queries;
}

/** Queries on a connection or a pool, without a deadline for getting a connection. */
export const queriesOn = (connections: Pick<pg.Pool | pg.ClientBase, 'query'>): Queries =>
  queriesOver(async query => (await connections.query(queryConfig(query))).rows);
