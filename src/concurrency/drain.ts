import { setTimeout as pause } from 'node:timers/promises';

/** The shortest pause between two batches, in ms. */
const minPauseMs = 10;

/**
 * Runs batches until one processes no items. Returns how many items they processed altogether. After each batch it pauses for
 * as long as the batch took: other transactions get the locks they wait for, and at least half of the database's time is
 * left to them, on a slow machine too. `checkpoint` is called between batches and may throw to stop early.
 */
export async function drain(batch: () => Promise<number>, checkpoint = () => {}): Promise<number> {
  for (let total = 0; ; ) {
    const begin = performance.now();
    const count = await batch();
    if (count === 0) return total;
    total += count;
    checkpoint();
    await pause(Math.max(minPauseMs, performance.now() - begin));
    checkpoint();
  }
}
