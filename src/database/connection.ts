import type { QuerySqlToken } from 'slonik';
import { isConflict, isStalePlan } from '../errors/databaseFault.ts';
import type { Client } from './client.ts';
import { queryConfig } from './statement.ts';

/** A connection of the pool that sends statements, and retries them. */
export interface Connection {
  /** Whether Citus distributes the tables. */
  isDistributed: boolean;
  /** Sends a statement and returns its rows. */
  send(query: QuerySqlToken): Promise<unknown[]>;
  /** Sends statements one after the other in one transaction, and returns the rows of each. */
  sendTogether(queries: readonly QuerySqlToken[]): Promise<unknown[][]>;
}

export function connectionOn(client: Pick<Client, 'query' | 'isDistributed'>): Connection {
  const send = async (query: QuerySqlToken) => (await client.query(queryConfig(query))).rows;
  const sendTogether = (queries: readonly QuerySqlToken[]) =>
    sendWithRetries(() => inTransaction(client, () => inTurn(queries, send)));
  return {
    isDistributed: client.isDistributed,
    // Outside a transaction Citus would not pass on to the other nodes which workspace a function has entered.
    send: client.isDistributed
      ? async query => (await sendTogether([query]))[0]!
      : query => sendWithRetries(() => send(query)),
    sendTogether,
  };
}

async function inTransaction<Result>(
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

/** The result of `work` for each item, of which it handles one after the other. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
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
