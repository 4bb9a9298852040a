import { setTimeout as pause } from 'node:timers/promises';
import { isAboutRows } from '../errors/databaseFault.ts';

/**
 * Handles many small items in few round trips. Items that arrive while a batch is running form the next batch, of at
 * most `maxItems`. A single item goes at once; after a batch of several there is a pause of `gatherMs` to fill the next
 * one, unless it is already full. `work` returns its results in the order of the items, or nothing. If a batch fails
 * because of one item, its items are retried one by one so that only that one fails; any other error fails them all.
 * `groupOf`: only items of the same group share a batch.
 */
export function batched<Item, Result>(
  maxItems: number,
  gatherMs: number,
  work: (items: Item[]) => Promise<Result[] | undefined>,
  groupOf: (item: Item) => string | null = () => null,
): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item;
    done: (result: Result) => void;
    failed: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let busy = false;

  /** Takes the next batch: the items of the group of the first one. */
  function take(): Waiting[] {
    const group = groupOf(waiting[0]!.item);
    const batch = waiting.filter(({ item }) => groupOf(item) === group).slice(0, maxItems);
    const taken = new Set(batch);
    waiting = waiting.filter(one => !taken.has(one));
    return batch;
  }

  async function runBatches(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      const batch = take();
      await settle(batch);
      if (gatherMs > 0 && batch.length > 1 && waiting.length < maxItems) await pause(gatherMs);
    }
    busy = false;
  }

  async function settle(batch: Waiting[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      batch.forEach(({ done }, i) => void done(results?.[i] as Result));
    } catch (error) {
      if (batch.length > 1 && isAboutRows(error)) {
        for (const one of batch) await settle([one]);
      } else {
        for (const { failed } of batch) failed(error);
      }
    }
  }

  return item =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed });
      // Let items that arrive in the same turn of the event loop join.
      if (!busy) {
        busy = true;
        setImmediate(runBatches);
      }
    });
}

/** A version of a function of which at most this many calls run at a time. They start in the order of the calls. */
export function atMost<Args extends unknown[], Result>(
  most: number,
  work: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (...args) => {
    if (running < most) running++;
    else await new Promise<void>(start => waiting.push(start));
    try {
      return await work(...args);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** A version of a function whose calls run one after the other, in the order of the calls. */
export const oneAtATime = <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
  atMost(1, work);
