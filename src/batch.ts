import { setTimeout as pause } from 'node:timers/promises';
import { isAboutItems } from './database/fault.ts';

/**
 * Does many small things in few round trips. What is asked for while a round trip (a "round") is under way goes
 * together in the next one. A single item goes at once; after a round of several there is a pause of `gatherMs`, so
 * that the next is fuller, unless it is full already. `round` answers in the order of its items, or nothing. A round
 * that fails because of one item is done again item by item, so that only that one fails; any other failure is the
 * failure of all its items.
 */
export function batched<Item, Result>(
  most: number,
  gatherMs: number,
  round: (items: Item[]) => Promise<(Result | Promise<Result>)[] | undefined>,
): (item: Item) => Promise<Result> {
  interface Asked {
    item: Item;
    done: (result: Result | Promise<Result>) => void;
    failed: (error: unknown) => void;
  }
  const asked: Asked[] = [];
  let busy = false;

  async function work(): Promise<void> {
    busy = true;
    while (asked.length > 0) {
      const batch = asked.splice(0, most);
      await settle(batch);
      if (gatherMs > 0 && batch.length > 1 && asked.length < most) await pause(gatherMs);
    }
    busy = false;
  }

  async function settle(batch: Asked[]): Promise<void> {
    try {
      const results = await round(batch.map(({ item }) => item));
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
      asked.push({ item, done, failed });
      // Wait for what else is asked for in the same moment.
      if (!busy) {
        busy = true;
        setImmediate(work);
      }
    });
}

/** A function whose calls run one after the other, in the order in which they came. */
export function oneAtATime<Asked extends unknown[], Result>(
  work: (...asked: Asked) => Promise<Result>,
): (...asked: Asked) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (...asked) => {
    const result = last.then(() => work(...asked));
    last = result.catch(() => {});
    return result;
  };
}
