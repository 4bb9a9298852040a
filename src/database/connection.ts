import type { QuerySqlToken } from 'slonik';
import { isConflict, isStalePlan } from '../errors/databaseFault.ts';
import type { Client } from './client.ts';
import { queryConfig } from './statement.ts';

/** A connection of the pool that sends statements, and retries them. */
export interface Connection {
  /** Sends a statement and returns its rows. */
  send(query: QuerySqlToken): Promise<unknown[]>;
  /** Sends a statement without a transaction around it, which Citus would need to pass on the workspace that is entered. */
  sendAlone(query: QuerySqlToken): Promise<unknown[]>;
  /** Sends statements one after the other in one transaction, and returns the rows of each. */
  sendTogether(queries: readonly QuerySqlToken[]): Promise<unknown[][]>;
}

/** A statement that Citus plans only in parts (docs/citus.md). */
export type Divisible<Query extends QuerySqlToken = QuerySqlToken> = Query & {
  /** Sends the parts. Returns the same rows. */
  apart: (connection: Connection) => Promise<unknown[]>;
  /** Whether it uses no rows but the workspace's, so that the node that has them can run it without the coordinator. */
  isOnNode: boolean;
};

export const isDivisible = (query: QuerySqlToken): query is Divisible => 'apart' in query;

export function connectionOn(client: Pick<Client, 'query' | 'isDistributed'>): Connection {
  const sendOnce = async (query: QuerySqlToken) => (await client.query(queryConfig(query))).rows;
  const connection: Connection = {
    sendAlone: query => sendWithRetries(() => sendOnce(query)),
    send: async query => {
      if (!client.isDistributed) return connection.sendAlone(query);
      if (isDivisible(query)) return query.apart(connection);
      // Outside a transaction Citus would not pass on to the other nodes which workspace a function has entered.
      const [rows] = await connection.sendTogether([query]);
      return rows!;
    },
    // Array.fromAsync waits for each statement before it sends the next one.
    sendTogether: queries =>
      sendWithRetries(() => inTransaction(client, () => Array.fromAsync(queries, sendOnce))),
  };
  return connection;
}

/** Does work in a transaction on a connection, and returns its result. */
export async function inTransaction<Result>(
  client: Pick<Client, 'query'>,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** How often a statement is sent at most. */
const maxTries = 3;

/**
 * Sends a statement. Retries it after a conflict with another statement, or if a release changed the tables of its
 * plan.
 */
async function sendWithRetries<Result>(send: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      if (tries === maxTries || !(isConflict(error) || isStalePlan(error))) throw error;
    }
  }
}
