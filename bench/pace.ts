import type { BenchServer } from './database.ts';
import { serial, slack, throttled } from './pace/burst.ts';
import type { Measure, Scale } from './pace/measure.ts';
import { neighbors } from './pace/neighbors.ts';
import { recovery } from './pace/recovery.ts';
import { replay } from './pace/replay.ts';
import { Site } from './pace/site.ts';

/** What is measured of an endpoint's pace. Each can be asked for by its name. */
export const paceRows: Record<string, Measure> = { throttled, slack, serial, replay, recovery, neighbors };

/** Measures whether receivers that take few deliveries at a time get all of them, and what that costs others. */
export async function benchPace(server: BenchServer, scale: Scale, names: string[]): Promise<void> {
  const site = await Site.open(server);
  for (const name of names) {
    await site.reset();
    await paceRows[name]!(site, scale);
  }
  await site.close();
}
