import type { JobHelpers } from 'graphile-worker';
import { drain } from '../concurrency/drain.ts';
import type { Equipped } from './tasks.ts';

/** The number that a database function returns. */
export async function count(query: JobHelpers['query'], call: string, values?: unknown[]): Promise<number> {
  const { rows } = await query<{ count: number }>(`select corkboard.${call} as count`, values);
  return rows[0]!.count;
}

/**
 * A task that works through a backlog in batches, each in its own transaction. `call` calls a database function that
 * handles a batch and returns how many items it handled. The size of a batch is the function's default (sql/functions).
 */
export const inBatches = (call: string): Equipped => {
  return ({ checkpoint }) =>
    async (_payload, { query }) => {
      await drain(() => count(query, call), checkpoint);
    };
};
