import { untilDone } from '../database/batch.ts';
import type { Equipped } from './tasks.ts';

/**
 * The task that has a function of the database work through a backlog, so many rows to a transaction: `call`
 * is its call with that number as $1, and it answers how many it did.
 */
export const inBatches = (call: string, most: number): Equipped => {
  return () =>
    async (_payload, { query }) => {
      await untilDone(most, async () => {
        const { rows } = await query<{ count: number }>(`select corkboard.${call} as count`, [most]);
        return rows[0]!.count;
      });
    };
};

/** Of deletions: enough to keep up, few enough to hold no lock for long. */
export const pruneBatch = 1_000;
/** Of overdue invoices, each with its events: few enough to lock none for long. */
export const overdueBatch = 1_000;
/** Of the deliveries of an endpoint, whose workspace cannot write meanwhile. */
export const endpointBatch = 250;
/** Of deliveries that lost their jobs: many, because all jobs are read for it. */
export const requeueBatch = 10_000;
