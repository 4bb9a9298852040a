import { setTimeout as pause } from 'node:timers/promises';
import { send } from './doors.ts';
import type { Random } from './random.ts';
import type { Site } from './site.ts';
import type { Workspace } from './workspace.ts';
import { learn, nextWrite, type Write } from './writes.ts';

/** How many callers write in each workspace at once. */
const callersEach = 4;
const widenMs = 2_000;

/** Everybody who writes. */
export interface Callers {
  /** Everything that anybody wanted written. */
  writes: Write[];
  /** Nobody begins anything new. Settles when what was begun is acknowledged, refused or given up. */
  finish(): Promise<unknown>;
  /** Nobody waits for anything any more. */
  leave(): void;
}

/** Lets callers write in every workspace, each one thing after the other. */
export function call(site: Site, random: Random): Callers {
  const writes: Write[] = [];
  const mood = { isOpen: true, isOver: false };
  const widening = setInterval(() => widen(site), widenMs);
  const calling = site.workspaces.flatMap((workspace, n) =>
    Array.from({ length: callersEach }, (_, m) =>
      callOne(site, workspace, `${n}-${m}`, random.branch(), writes, mood),
    ),
  );
  return {
    writes,
    finish: () => {
      mood.isOpen = false;
      return Promise.all(calling);
    },
    leave: () => {
      mood.isOver = true;
      clearInterval(widening);
    },
  };
}

/** Gives every workspace a new minute, so that none comes near its rate. */
const widen = ({ database }: Site) => database.rows('delete from corkboard.rate_windows').catch(() => {});

async function callOne(
  site: Site,
  workspace: Workspace,
  name: string,
  random: Random,
  writes: Write[],
  mood: { isOpen: boolean; isOver: boolean },
): Promise<void> {
  for (let n = 0; mood.isOpen; n++) {
    const write = nextWrite(`chaos-${name}-${n}`, workspace, random);
    writes.push(write);
    await insist(site, write, random, () => mood.isOver);
    await pause(random.between(200, 1_200));
  }
}

/** Sends a write until it is acknowledged, as integrators do, or until its caller gives up. Now and then once more: that must change nothing. */
async function insist(site: Site, write: Write, random: Random, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const address = site.address(random);
    const answer = address === null ? null : await send(write, address);
    if (answer?.status === 201) {
      write.bodies.push(answer.text);
      if (write.bodies.length === 1) learn(write, answer.text);
      if (write.bodies.length === 3 || random.chance(0.7)) return;
    } else if (answer !== null && answer.status < 500 && answer.status !== 429) {
      write.refusal = `${answer.status} ${answer.text}`;
      return;
    } else if (!write.isPatient) return;
    await pause(random.between(100, 1_000));
  }
}
