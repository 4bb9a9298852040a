import type { JobHelpers } from 'graphile-worker';
import { untilNone } from '../backlog.ts';
import type { Equipped } from './tasks.ts';

/** How many a function of the database, that was called by a task, did. */
export async function count(query: JobHelpers['query'], call: string): Promise<number> {
  const { rows } = await query<{ count: number }>(`select corkboard.${call} as count`);
  return rows[0]!.count;
}

/**
 * The task that has a function of the database work through a backlog, a batch to a transaction. `call` is its
 * call; it answers how many it did. How many that are at most is the function's own default (sql/functions).
 */
export const inBatches = (call: string): Equipped => {
  return () =>
    async (_payload, { query }) => {
      await untilNone(() => count(query, call));
    };
};
