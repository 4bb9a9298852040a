import { retry } from '../concurrency/retry.ts';
import { isConflict, isStalePlan } from '../errors/databaseFault.ts';
import type { Client } from './client.ts';
import type { QuerySqlToken } from './sql.ts';
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

/** How often a request sends a statement at most: each try may take a second. */
const requestTries = 3;
/** How often work that nobody waits for is tried. */
const jobTries = 5;
/** The longest pause before the next try, in ms. It is random, so that the same statements don't collide again. */
const maxBackoffMs = 50;

/** A version of a function that is retried after conflicts, a few times. */
export const retryingConflicts =
  <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
  (...args: Args): Promise<Result> =>
    retry(
      () => work(...args),
      (error, tries) => (tries < jobTries && isConflict(error) ? Math.random() * maxBackoffMs : null),
    );

/**
 * Sends a statement. Retries it after a conflict with another statement, or if a release changed the tables of its
 * plan.
 */
const sendWithRetries = <Result>(send: () => Promise<Result>): Promise<Result> =>
  retry(send, (error, tries) =>
    tries < requestTries && (isConflict(error) || isStalePlan(error)) ? 0 : null,
  );
