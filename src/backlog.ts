import { setTimeout as pause } from 'node:timers/promises';

/** Between two batches, however little the one before took. */
const leastRestMs = 10;

/**
 * Repeats what works through a backlog batch by batch, until it says that it is done. It rests for as long as each
 * batch took: whoever waits for what one has locked has it before the next, and at least half of the time belongs
 * to others, on a slow machine as well.
 */
export async function untilDone(batch: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const begin = performance.now();
    if (await batch()) return;
    await pause(Math.max(leastRestMs, performance.now() - begin));
  }
}

/** The same until a batch finds nothing; answers how many they did in all. */
export async function untilNone(batch: () => Promise<number>): Promise<number> {
  let total = 0;
  await untilDone(async () => {
    const count = await batch();
    total += count;
    return count === 0;
  });
  return total;
}
