import type { Task } from 'graphile-worker';
import { untilDone } from '../database/batch.ts';

/** How many rows go in one transaction: enough to keep up, few enough to hold no lock for long. */
const batch = 10_000;

/** The task that deletes what is too old, by the function of the database that does so a batch at a time. */
export function pruning(name: 'prune_idempotency_keys' | 'prune_deliveries' | 'prune_rate_windows'): Task {
  return async (_payload, { query }) => {
    await untilDone(batch, async most => {
      const { rows } = await query<{ count: number }>(`select corkboard.${name}($1) as count`, [most]);
      return rows[0]!.count;
    });
  };
}
