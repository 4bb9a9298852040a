import { drain } from '../concurrency/drain.ts';
import { call } from '../database/call.ts';
import type { Equipped } from './tasks.ts';

/**
 * A task that works through a backlog in batches, each in its own transaction. `name` is that of a database function that
 * handles a batch and returns how many items it handled. The size of a batch is the function's default (sql/functions).
 */
export const inBatches =
  (name: string): Equipped =>
  async (_payload, helpers, { checkpoint }) => {
    await drain(() => call<number>(helpers, name), checkpoint);
  };
