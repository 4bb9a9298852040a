import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../harness/print.ts';
import type { Fault, Kind } from './faults.ts';
import type { Random } from './random.ts';
import type { Site } from './site.ts';

/**
 * The time of the first fault, in ms, when callers are working, and the ms after the last one, for its consequences to
 * show.
 */
const firstMs = 3_000;
const quietMs = 10_000;

export interface Planned extends Fault {
  atMs: number;
}

/**
 * The faults of a run, and their times. They depend only on `random`. Every kind occurs once before one occurs again, so
 * that a minute includes most of them.
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

/** Injects every fault at its time. Settles when the last one is over. */
export async function carryOut(faults: Planned[], site: Site, clock: Clock): Promise<void> {
  const happening: Promise<unknown>[] = [];
  for (const { atMs, description, inject } of faults) {
    await pause(Math.max(0, atMs - clock.ms()));
    clock.print(description);
    happening.push(
      (async () => inject(site))().catch(error =>
        clock.print(`  ${description}: could not be injected, ${error}`),
      ),
    );
  }
  await Promise.all(happening);
}
