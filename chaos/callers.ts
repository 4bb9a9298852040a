import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, send } from './channels.ts';
import type { Random } from './random.ts';
import type { Site } from './site.ts';
import type { Workspace } from './workspace.ts';
import { addRecord, nextWrite, type Write } from './writes.ts';

/** How many callers write in each workspace at once. */
const callersEach = 4;
/** How often the rates of all workspaces are reset, in ms, so that no rate is ever used up. */
const newMinuteMs = 2_000;

/** Callers that write through REST and tools, each one write after the other. */
export class Callers {
  /** All writes of all callers. */
  readonly writes: Write[] = [];
  readonly #site: Site;
  readonly #calling: Promise<void>[];
  readonly #minutes: NodeJS.Timeout;
  #isOpen = true;
  #isOver = false;

  constructor(site: Site, random: Random) {
    this.#site = site;
    this.#minutes = setInterval(() => this.#newMinute(), newMinuteMs);
    this.#calling = site.workspaces.flatMap((workspace, n) =>
      Array.from({ length: callersEach }, (_, m) => this.#call(workspace, `${n}-${m}`, random.branch())),
    );
  }

  /** Starts no more writes. Settles when every write was acknowledged, rejected or given up. */
  finish(): Promise<unknown> {
    this.#isOpen = false;
    return Promise.all(this.#calling);
  }

  /** Makes all callers give up their current writes. */
  leave(): void {
    this.#isOver = true;
    clearInterval(this.#minutes);
  }

  async #call(workspace: Workspace, name: string, random: Random): Promise<void> {
    for (let n = 0; this.#isOpen; n++) {
      const write = nextWrite(`chaos-${name}-${n}`, workspace, random);
      this.writes.push(write);
      await this.#insist(write, random);
      await pause(random.between(200, 1_200));
    }
  }

  /** Sends a write until it is acknowledged, as integrators do, or until its caller gives up. */
  async #insist(write: Write, random: Random): Promise<void> {
    while (!this.#isOver) {
      for (const answer of await this.#send(write, random)) recordAnswer(write, answer);
      if (write.refusal !== undefined) return;
      // An acknowledged write is sometimes sent again, which must change nothing.
      if (
        write.bodies.length > 0
          ? write.bodies.length >= 3 || random.chance(0.7)
          : !write.repeatsUntilAcknowledged
      )
        return;
      await pause(random.between(100, 1_000));
    }
  }

  /** Sends a write to a random web process, or to two at the same moment. */
  #send(write: Write, random: Random): Promise<(Answer | null)[]> {
    const sent = Array.from({ length: random.chance(0.1) ? 2 : 1 }, () => {
      const address = this.#site.address(random);
      return address === null ? null : send(write, address);
    });
    return Promise.all(sent);
  }

  #newMinute(): void {
    this.#site.database.rows('delete from corkboard.rate_windows').catch(() => {});
  }
}

/**
 * Stores the result of a write. Errors of the service, a used-up rate and a missing response say nothing about the
 * write.
 */
function recordAnswer(write: Write, answer: Answer | null): void {
  if (answer === null || answer.status >= 500 || answer.status === 429) return;
  if (answer.status !== 201) write.refusal = `${answer.status} ${answer.text}`;
  else if (write.bodies.push(answer.text) === 1) addRecord(write, answer.text);
}
