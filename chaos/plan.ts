import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import type { Fault, Kind } from './faults.ts';
import type { Random } from './random.ts';
import type { Site } from './site.ts';

/** When the first fault happens, in ms: callers work by then. How many ms the last one leaves, for its consequences to show. */
const firstMs = 3_000;
const quietMs = 10_000;

export interface Planned extends Fault {
  atMs: number;
}

/**
 * The faults of a run, and when each happens. They follow from `random` alone. Every kind comes once before one comes
 * again, so that a minute has most of them.
 */
export function plan(random: Random, lastsMs: number, kinds: readonly Kind[]): Planned[] {
  const faults: Planned[] = [];
  const left: Kind[] = [];
  for (let atMs = firstMs; atMs <= lastsMs - quietMs; atMs += random.between(2_000, 6_000)) {
    if (left.length === 0) left.push(...kinds);
    const [kind] = left.splice(random.between(0, left.length - 1), 1);
    faults.push({ ...kind!(random), atMs });
  }
  return faults;
}

/** Makes every fault happen at its time. Settles when the last one is over. */
export async function carryOut(faults: Planned[], site: Site, clock: Clock): Promise<void> {
  const happening: Promise<unknown>[] = [];
  for (const { atMs, says, happens } of faults) {
    await pause(Math.max(0, atMs - clock.ms()));
    clock.print(says);
    happening.push(
      (async () => happens(site))().catch(error =>
        clock.print(`  ${says}: it did not come to that, ${error}`),
      ),
    );
  }
  await Promise.all(happening);
}
