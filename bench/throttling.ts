import type { BenchServer } from './database.ts';
import { serial, slack, throttled } from './throttling/burst.ts';
import type { Measure, Scale } from './throttling/measure.ts';
import { neighbors } from './throttling/neighbors.ts';
import { recovery } from './throttling/recovery.ts';
import { replay } from './throttling/replay.ts';
import { Site } from './throttling/site.ts';

/** The rows of the benchmark of throttling, by the names that select them. */
export const throttlingRows: Record<string, Measure> = {
  throttled,
  slack,
  serial,
  replay,
  recovery,
  neighbors,
};

/** Measures whether receivers that accept few deliveries at a time get all of them, and how much that delays others. */
export async function benchThrottling(server: BenchServer, scale: Scale, names: string[]): Promise<void> {
  const site = await Site.open(server);
  for (const name of names) {
    await site.reset();
    await throttlingRows[name]!(site, scale);
  }
  await site.close();
}
