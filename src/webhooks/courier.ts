import { batched, oneAtATime } from '../batch.ts';
import { insisting } from '../database/fault.ts';
import { log } from '../log.ts';
import { signals } from '../signals.ts';
import type { Reach } from './address.ts';
import {
  type Attempted,
  type Busy,
  type Claimed,
  claimAttempts,
  type Job,
  type Postponed,
  postponeAttempts,
  type Query,
  recordAttempts,
} from './attempts.ts';
import { Connections } from './connections.ts';
import { deliver } from './deliver.ts';
import { type Keyring, UnreadableSecret } from './keyring.ts';
import type { Outcome } from './outcome.ts';
import { type Place, Places } from './places.ts';

/** How many attempts are claimed or recorded in one round trip at most. */
const mostAtOnce = 400;
/** How many are put off in one round trip at most. A replay puts off a great many, and those go before what is new. */
const mostPutOffAtOnce = 100;
/** How long a batch waits for more to join it where there is much to do: fuller batches are worth it. */
const gatherMs = 5;
/**
 * How long an attempt is put off whose secret this worker cannot read, in ms. Its claim has run out by then
 * (sql/functions/claim_attempts.sql).
 */
const unreadableMs = 60_000;

/** Makes the attempts of one worker process, at most `jobsAtOnce` at a time. */
export class Courier {
  readonly #connections: Connections;
  readonly #keyring: Keyring;
  readonly #places: Places;
  readonly #claim;
  readonly #record;
  readonly #postpone;
  #complainedAt = Number.NEGATIVE_INFINITY;

  constructor(query: Query, reach: Reach, keyring: Keyring, jobsAtOnce: number) {
    this.#keyring = keyring;
    this.#connections = new Connections(reach);
    this.#places = new Places(jobsAtOnce);
    // One statement at a time: several would only slow each other down in the database, and while nothing can be
    // recorded, nothing more is to be claimed.
    const inLine = oneAtATime(insisting(query));
    this.#claim = batched(mostAtOnce, gatherMs, async (jobs: Job[]) =>
      shareOut(jobs, await claimAttempts(inLine, jobs)),
    );
    this.#record = batched<Attempted, void>(mostAtOnce, gatherMs, attempts =>
      recordAttempts(inLine, attempts),
    );
    this.#postpone = batched<Postponed, void>(mostPutOffAtOnce, gatherMs, jobs =>
      postponeAttempts(inLine, jobs),
    );
  }

  /** Makes the attempt of a job and records its outcome, or puts the attempt off. */
  async attempt(job: Job, priority: number): Promise<void> {
    const place = await this.#places.take(job.endpointId);
    if (typeof place === 'number') return this.#postpone({ job, priority, delayMs: place });
    const made = await this.#make(job, place);
    if (made === null) return;
    return 'busyMs' in made
      ? this.#postpone({ job, priority, delayMs: made.busyMs })
      : this.#record({ ...job, ...made });
  }

  /** Makes an attempt. Null: there is none to make any more. Busy: another one is under way. */
  async #make(job: Job, place: Place) {
    let outcome: Outcome | undefined;
    try {
      const claimed = await this.#claim(job);
      if (claimed === undefined) return null;
      const { claim, claimedAt } = claimed;
      if (claim === null) return claimed;
      const secrets = this.#read(claimed.secrets, job.endpointId);
      if (secrets === null) return { busyMs: unreadableMs };
      const delivery = { ...claimed, id: claimed.deliveryId, workspaceId: job.workspaceId };
      outcome = await deliver(delivery, { ...claimed, secrets }, Date.parse(claimedAt), this.#connections);
      tell(job, claimed, outcome);
      return { ...outcome, claim, attemptedAt: claimedAt };
    } finally {
      if (outcome === undefined) place.release(null);
      else place.release(outcome.outcome === 'succeeded', outcome.durationMs);
    }
  }

  /** The secrets to sign with, decrypted. Null where one cannot be read: then nothing may be sent, and the delivery has not failed. */
  #read(stored: string[], endpointId: string): string[] | null {
    try {
      return stored.map(secret => this.#keyring.decrypt(secret, endpointId));
    } catch (error) {
      if (!(error instanceof UnreadableSecret)) throw error;
      this.#complain(endpointId, error);
      return null;
    }
  }

  /** Logs it, once a minute at most: a great many attempts may wait for the same key. */
  #complain(endpointId: string, error: UnreadableSecret): void {
    if (performance.now() - this.#complainedAt < unreadableMs) return;
    this.#complainedAt = performance.now();
    log.error({ endpoint: endpointId, err: error }, 'webhooks wait because a signing secret cannot be read');
  }
}

/** Logs and counts an attempt. The log names the request that caused the event. */
function tell(
  { workspaceId, endpointId }: Job,
  claimed: Claimed,
  { outcome, status, durationMs }: Outcome,
): void {
  signals.attempt.tell({ outcome, seconds: durationMs / 1000 });
  const { requestId, deliveryId, event, jobNumber } = claimed;
  const where = { requestId: requestId ?? undefined, workspaceId, endpointId, deliveryId };
  log.info({ ...where, event, jobNumber, outcome, status: status ?? undefined, ms: durationMs }, 'attempt');
}

/** Gives each job its claim. Of two jobs for the same attempt one gets it, and the other has nothing to do. */
function shareOut(jobs: Job[], claims: (Claimed | Busy)[]): (Claimed | Busy | undefined)[] {
  const left = new Map(claims.map(claim => [claim.deliveryId, claim]));
  return jobs.map(({ deliveryId, jobNumber }) => {
    const claim = left.get(deliveryId);
    if (claim?.jobNumber !== jobNumber) return undefined;
    left.delete(deliveryId);
    return claim;
  });
}
