import type { Task } from 'graphile-worker';

/** How many go in one transaction: enough to keep up, few enough to hold no lock for long. */
const batch = 10_000;

/** Deletes the answers kept under idempotency keys that are older than 24 hours. */
const pruneIdempotencyKeys: Task = async (_payload, { query }) => {
  for (;;) {
    const { rows } = await query<{ pruned: number }>(
      'select corkboard.prune_idempotency_keys($1) as pruned',
      [batch],
    );
    if (rows[0]!.pruned < batch) return;
  }
};

export default pruneIdempotencyKeys;
