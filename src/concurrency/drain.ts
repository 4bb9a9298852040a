import { setTimeout as pause } from 'node:timers/promises';

/** The shortest pause between two batches, in ms. */
const minPauseMs = 10;

/**
 * Runs batches until one returns true, which means that everything is done. After each batch it pauses for as long as
 * the batch took: other transactions get the locks they wait for, and at least half of the database's time is left to
 * them, on a slow machine too. `checkpoint` is called between batches and may throw to stop early.
 */
export async function runUntilDone(batch: () => Promise<boolean>, checkpoint = () => {}): Promise<void> {
  for (;;) {
    const begin = performance.now();
    if (await batch()) return;
    checkpoint();
    await pause(Math.max(minPauseMs, performance.now() - begin));
    checkpoint();
  }
}

/** Runs batches until one processes no items. Returns how many items they processed altogether. */
export async function drain(batch: () => Promise<number>, checkpoint?: () => void): Promise<number> {
  let total = 0;
  await runUntilDone(async () => {
    const count = await batch();
    total += count;
    return count === 0;
  }, checkpoint);
  return total;
}
