import { setTimeout as pause } from 'node:timers/promises';
import { isAboutItems } from '../errors/databaseFault.ts';

/**
 * Does many small things in few round trips. What is asked for while a batch is under way goes together in the next
 * one. A single item goes at once; after a batch of several there is a pause of `gatherMs`, so that the next is fuller,
 * unless it is full already. `work` answers in the order of its items, or nothing. A batch that fails because of one item
 * is done again item by item, so that only that one fails; any other failure is the failure of all its items.
 */
export function batched<Item, Result>(
  most: number,
  gatherMs: number,
  work: (items: Item[]) => Promise<Result[] | undefined>,
): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item;
    done: (result: Result) => void;
    failed: (error: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let busy = false;

  async function empty(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      await settle(batch);
      if (gatherMs > 0 && batch.length > 1 && waiting.length < most) await pause(gatherMs);
    }
    busy = false;
  }

  async function settle(batch: Waiting[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      batch.forEach(({ done }, i) => void done(results?.[i] as Result));
    } catch (error) {
      if (batch.length > 1 && isAboutItems(error)) {
        for (const one of batch) await settle([one]);
      } else {
        for (const { failed } of batch) failed(error);
      }
    }
  }

  return item =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed });
      // Wait for what else is asked for in the same moment.
      if (!busy) {
        busy = true;
        setImmediate(empty);
      }
    });
}

/** A function whose calls run one after the other, in the order in which they came. */
export function oneAtATime<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (...args) => {
    const result = last.then(() => work(...args));
    last = result.catch(() => {});
    return result;
  };
}
