import { setTimeout as pause } from 'node:timers/promises';
import { isAboutItems } from './database/fault.ts';

/**
 * Does many small things in few round trips: what is asked for while a round is under way goes together in
 * the next. A lone item goes at once; a round of several is followed by a pause of `gatherMs`, so that
 * the next is fuller, unless that is full already. `round` answers in the order of its items, or nothing. One that
 * fails because of some item is done again item by item, so that nobody else's fails with it; of any other
 * failure all hear.
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
      // Let those who ask in the same moment join in.
      if (!busy) {
        busy = true;
        setImmediate(work);
      }
    });
}

/** Does a thing one at a time, in the order in which it is asked for. */
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
