import { setTimeout as pause } from 'node:timers/promises';

/** The shortest pause between two batches, in ms. */
const leastRestMs = 10;

/**
 * Runs batches of a backlog until one answers true: all is done. After each it pauses for as long as the batch took.
 * So whoever waits for a lock of that batch gets it before the next one, and at least half of the time is left to
 * others, on a slow machine as well. `goOn` is called between batches; it may throw, and then the rest is left undone.
 */
export async function untilDone(batch: () => Promise<boolean>, goOn = () => {}): Promise<void> {
  for (;;) {
    const begin = performance.now();
    if (await batch()) return;
    goOn();
    await pause(Math.max(leastRestMs, performance.now() - begin));
    goOn();
  }
}

/** Runs batches until one did nothing; answers how many things they did in all. */
export async function untilNone(batch: () => Promise<number>, goOn?: () => void): Promise<number> {
  let total = 0;
  await untilDone(async () => {
    const count = await batch();
    total += count;
    return count === 0;
  }, goOn);
  return total;
}
