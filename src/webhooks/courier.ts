import { batched, oneAtATime } from '../concurrency/batch.ts';
import { retryingConflicts } from '../errors/databaseFault.ts';
import { StartError } from '../errors/startError.ts';
import { log } from '../log.ts';
import { events } from '../telemetry/events.ts';
import type { Reach } from './address.ts';
import {
  type Attempted,
  type Claimed,
  claimAttempts,
  holdBack,
  type Job,
  type Query,
  recordAttempts,
  takeWaiting,
} from './attempts.ts';
import { Connections } from './connections.ts';
import { deliver } from './deliver.ts';
import type { Keyring } from './keyring.ts';
import type { Outcome } from './outcome.ts';
import { Polling } from './polling.ts';
import { Slots } from './slots.ts';

/** How many attempts are claimed or recorded in one round trip at most. */
const mostAtOnce = 400;
/** How long a batch waits for more to join it where there is much to do: fuller batches are worth it. */
const gatherMs = 5;
/** How often it is logged that a secret cannot be read, in ms. */
const complainMs = 60_000;

/**
 * Makes the attempts of one worker process, at most `jobsAtOnce` at a time: those of its jobs, and those of deliveries
 * that have waited for the pace of their endpoints.
 */
export class Courier {
  readonly #connections: Connections;
  readonly #keyring: Keyring;
  readonly #slots: Slots;
  readonly #jobsAtOnce: number;
  readonly #publicUrl: string | undefined;
  readonly #claim;
  readonly #take;
  readonly #record;
  readonly #holdBack;
  readonly #waiting: Polling;
  /** The attempts under way that no job waits for. */
  readonly #taken = new Set<Promise<void>>();
  #complainedAt = Number.NEGATIVE_INFINITY;

  /** `publicUrl`: the address of the console, for links in messages to channels; left out: they have none. */
  constructor(query: Query, reach: Reach, keyring: Keyring, jobsAtOnce: number, publicUrl?: string) {
    this.#publicUrl = publicUrl;
    this.#keyring = keyring;
    this.#connections = new Connections(reach);
    this.#slots = new Slots(jobsAtOnce);
    this.#jobsAtOnce = jobsAtOnce;
    // One statement at a time: several would only slow each other down in the database, and while nothing can be
    // recorded, nothing more is to be claimed.
    const inLine = oneAtATime(retryingConflicts(query));
    this.#claim = batched(mostAtOnce, gatherMs, async (jobs: Job[]) => {
      const claims = await claimAttempts(inLine, jobs);
      this.#notePaces(jobs, claims);
      return shareOut(jobs, claims);
    });
    this.#take = (most: number) => takeWaiting(inLine, most);
    this.#record = batched<Attempted, void>(mostAtOnce, gatherMs, async attempts => {
      if (await recordAttempts(inLine, attempts)) this.#waiting.soon();
      return undefined;
    });
    this.#holdBack = batched<Job, void>(mostAtOnce, gatherMs, jobs => holdBack(inLine, jobs));
    this.#waiting = new Polling(() => this.#makeWaiting());
  }

  /** Makes the attempt of a job and records its outcome, or has the delivery wait for its turn. */
  async attempt(job: Job): Promise<void> {
    const { endpointId } = job;
    if (!(await this.#slots.take(endpointId))) return this.#holdBack(job);
    try {
      const claimed = await this.#claim(job).finally(() => this.#slots.answered(endpointId));
      if (claimed !== undefined) await this.#make(claimed);
    } finally {
      this.#slots.release(endpointId);
    }
  }

  /** Takes no more deliveries that wait. Settles when the attempts of those that were taken are recorded. */
  async stop(): Promise<void> {
    await this.#waiting.stop();
    await Promise.all(this.#taken);
  }

  /** Tells the slots what claims say about the paces of the endpoints for which they were asked. */
  #notePaces(jobs: Job[], claims: Claimed[]): void {
    const asked = countEndpoints(jobs);
    const given = countEndpoints(claims);
    const rooms = new Map(claims.map(({ endpointId, room }) => [endpointId, room]));
    for (const [endpointId, count] of asked) {
      const room = rooms.get(endpointId) ?? 0;
      const isShort = (given.get(endpointId) ?? 0) < count;
      this.#slots.allow(endpointId, room, isShort && room === 0, count);
    }
  }

  /** Begins the attempts of deliveries that wait, as many as the pace of their endpoints allows. */
  async #makeWaiting(): Promise<void> {
    // The other half of the slots is for jobs: what is new must not stand behind what waits.
    const most = Math.min(this.#slots.spare, Math.ceil(this.#jobsAtOnce / 2) - this.#taken.size);
    if (most <= 0) return;
    const claims = await this.#take(most).catch(error => {
      log.debug({ err: error }, 'could not look for deliveries that wait for their endpoint');
      return [];
    });
    for (const { endpointId } of claims) this.#slots.add(endpointId);
    for (const { endpointId, room } of claims) this.#slots.allow(endpointId, room, room === 0);
    for (const claimed of claims) {
      const made = this.#make(claimed)
        // It stays among those that wait, and is taken again when its claim has expired.
        .catch(error => log.warn({ err: error, deliveryId: claimed.deliveryId }, 'an attempt failed'))
        .then(() => {
          this.#slots.release(claimed.endpointId);
          this.#taken.delete(made);
        });
      this.#taken.add(made);
    }
  }

  /** Makes an attempt and records what came of it. */
  async #make(claimed: Claimed): Promise<void> {
    const { claim, claimedAt, atOnce, workspaceId, endpointId, deliveryId, jobNumber } = claimed;
    const job = { workspaceId, endpointId, deliveryId, jobNumber };
    const secrets = this.#read(claimed.secrets, endpointId);
    // Until the claim expires no worker tries again; by then one that has the key may have come.
    if (secrets === null) return this.#holdBack(job);
    const delivery = { ...claimed, id: deliveryId, publicUrl: this.#publicUrl };
    const outcome = await deliver(
      delivery,
      { ...claimed, secrets },
      Date.parse(claimedAt),
      this.#connections,
    );
    tell(claimed, outcome);
    await this.#record({ ...job, ...outcome, claim, atOnce, attemptedAt: claimedAt });
  }

  /** The secrets to sign with, decrypted. Null where one cannot be read: then nothing may be sent, and the delivery has not failed. */
  #read(stored: string[], endpointId: string): string[] | null {
    try {
      return stored.map(secret => this.#keyring.decrypt(secret, endpointId));
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      this.#complain(endpointId, error);
      return null;
    }
  }

  /** Logs it, once a minute at most: a great many attempts may wait for the same key. */
  #complain(endpointId: string, error: StartError): void {
    if (performance.now() - this.#complainedAt < complainMs) return;
    this.#complainedAt = performance.now();
    log.error({ endpoint: endpointId, err: error }, 'webhooks wait because a signing secret cannot be read');
  }
}

/** Logs and counts an attempt. The log names the request that caused the event. */
function tell(claimed: Claimed, { outcome, status, reason, durationMs }: Outcome): void {
  events.attempt.emit({ outcome, seconds: durationMs / 1000 });
  const { requestId, workspaceId, endpointId, deliveryId, event, jobNumber } = claimed;
  const where = { requestId: requestId ?? undefined, workspaceId, endpointId, deliveryId };
  const result = { outcome, status: status ?? undefined, reason: reason ?? undefined, ms: durationMs };
  log.info({ ...where, event, jobNumber, ...result }, 'attempt');
}

/** How many of the items there are for each endpoint. */
function countEndpoints(items: { endpointId: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { endpointId } of items) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
  return counts;
}

/** Gives each job its claim. Of two jobs for the same attempt one gets it, and the other has nothing to do. */
function shareOut(jobs: Job[], claims: Claimed[]): (Claimed | undefined)[] {
  const left = new Map(claims.map(claim => [claim.deliveryId, claim]));
  return jobs.map(({ deliveryId, jobNumber }) => {
    const claim = left.get(deliveryId);
    if (claim?.jobNumber !== jobNumber) return undefined;
    left.delete(deliveryId);
    return claim;
  });
}
