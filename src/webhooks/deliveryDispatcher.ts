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
  claimThrottled,
  type Job,
  type Query,
  recordAttempts,
  throttle,
} from './attempts.ts';
import { Connections } from './connections.ts';
import { deliver } from './deliver.ts';
import { EndpointLimiter } from './endpointLimiter.ts';
import type { Keyring } from './keyring.ts';
import type { Outcome } from './outcome.ts';
import { Poller } from './poller.ts';

/** The most attempts that are claimed or recorded in one round trip. */
const maxBatch = 400;
/** How long a batch waits under load to become fuller, in ms. */
const gatherMs = 5;
/** How often to log that a secret can't be read, in ms. */
const logIntervalMs = 60_000;

/**
 * Makes the attempts of one worker process, at most `concurrency` at a time: those of its jobs, and those of throttled
 * deliveries that their endpoints allow again.
 */
export class DeliveryDispatcher {
  readonly #connections: Connections;
  readonly #keyring: Keyring;
  readonly #limiter: EndpointLimiter;
  readonly #concurrency: number;
  readonly #publicUrl: string | undefined;
  readonly #claim;
  readonly #claimThrottled;
  readonly #record;
  readonly #throttle;
  readonly #poller: Poller;
  /** The attempts in progress of throttled deliveries, which have no job. */
  readonly #throttledAttempts = new Set<Promise<void>>();
  #loggedAt = Number.NEGATIVE_INFINITY;

  /** `publicUrl`: the address of the console, for links in messages to channels; without it they have no links. */
  constructor(query: Query, reach: Reach, keyring: Keyring, concurrency: number, publicUrl?: string) {
    this.#publicUrl = publicUrl;
    this.#keyring = keyring;
    this.#connections = new Connections(reach);
    this.#limiter = new EndpointLimiter(concurrency);
    this.#concurrency = concurrency;
    // One statement at a time: several would only slow each other down in the database, and while outcomes can't be
    // recorded, nothing more should be claimed.
    const serialQuery = oneAtATime(retryingConflicts(query));
    this.#claim = batched(maxBatch, gatherMs, async (jobs: Job[]) => {
      const claims = await claimAttempts(serialQuery, jobs);
      this.#noteCapacities(jobs, claims);
      return matchClaims(jobs, claims);
    });
    this.#claimThrottled = (most: number) => claimThrottled(serialQuery, most);
    this.#record = batched<Attempted, void>(maxBatch, gatherMs, async attempts => {
      if (await recordAttempts(serialQuery, attempts)) this.#poller.trigger();
      return undefined;
    });
    this.#throttle = batched<Job, void>(maxBatch, gatherMs, jobs => throttle(serialQuery, jobs));
    this.#poller = new Poller(() => this.#attemptThrottled());
  }

  /** Makes the attempt of a job and records its outcome, or throttles the delivery. */
  async attempt(job: Job): Promise<void> {
    const { endpointId } = job;
    if (!(await this.#limiter.acquire(endpointId))) return this.#throttle(job);
    try {
      const claimed = await this.#claim(job).finally(() => this.#limiter.claimAnswered(endpointId));
      if (claimed !== undefined) await this.#makeAttempt(claimed);
    } finally {
      this.#limiter.release(endpointId);
    }
  }

  /** Claims no more throttled deliveries. Settles when the attempts of those already claimed are recorded. */
  async stop(): Promise<void> {
    await this.#poller.stop();
    await Promise.all(this.#throttledAttempts);
  }

  /** Tells the limiter which capacities the database returned with claims. */
  #noteCapacities(jobs: Job[], claims: Claimed[]): void {
    const requested = countEndpoints(jobs);
    const claimed = countEndpoints(claims);
    const capacities = new Map(claims.map(({ endpointId, room }) => [endpointId, room]));
    for (const [endpointId, count] of requested) {
      const capacity = capacities.get(endpointId) ?? 0;
      const isShort = (claimed.get(endpointId) ?? 0) < count;
      this.#limiter.setCapacity(endpointId, capacity, isShort && capacity === 0, count);
    }
  }

  /** Starts attempts of throttled deliveries, as many as their endpoints allow. */
  async #attemptThrottled(): Promise<void> {
    // Half of the slots are for jobs, so that new deliveries don't queue behind throttled ones.
    const most = Math.min(
      this.#limiter.available,
      Math.ceil(this.#concurrency / 2) - this.#throttledAttempts.size,
    );
    if (most <= 0) return;
    const claims = await this.#claimThrottled(most).catch(error => {
      log.debug({ err: error }, 'could not claim throttled deliveries');
      return [];
    });
    for (const { endpointId } of claims) this.#limiter.acquireClaimed(endpointId);
    for (const { endpointId, room } of claims) this.#limiter.setCapacity(endpointId, room, room === 0);
    for (const claimed of claims) {
      const made = this.#makeAttempt(claimed)
        // The delivery stays throttled, and is claimed again when this claim has expired.
        .catch(error => log.warn({ err: error, deliveryId: claimed.deliveryId }, 'an attempt failed'))
        .then(() => {
          this.#limiter.release(claimed.endpointId);
          this.#throttledAttempts.delete(made);
        });
      this.#throttledAttempts.add(made);
    }
  }

  /** Makes an attempt and records its outcome. */
  async #makeAttempt(claimed: Claimed): Promise<void> {
    const { claim, claimedAt, atOnce, workspaceId, endpointId, deliveryId, jobNumber } = claimed;
    const job = { workspaceId, endpointId, deliveryId, jobNumber };
    const secrets = this.#decrypt(claimed.secrets, endpointId);
    // No worker tries again before the claim expires. By then, one that has the key may run.
    if (secrets === null) return this.#throttle(job);
    const delivery = { ...claimed, id: deliveryId, publicUrl: this.#publicUrl };
    const outcome = await deliver(
      delivery,
      { ...claimed, secrets },
      Date.parse(claimedAt),
      this.#connections,
    );
    report(claimed, outcome);
    await this.#record({ ...job, ...outcome, claim, atOnce, attemptedAt: claimedAt });
  }

  /** Decrypts the signing secrets. Null if one can't be decrypted: then nothing is sent, and the delivery doesn't fail. */
  #decrypt(stored: string[], endpointId: string): string[] | null {
    try {
      return stored.map(secret => this.#keyring.decrypt(secret, endpointId));
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      this.#logUnreadable(endpointId, error);
      return null;
    }
  }

  /** Logs the error at most once a minute, because many attempts may wait for the same key. */
  #logUnreadable(endpointId: string, error: StartError): void {
    if (performance.now() - this.#loggedAt < logIntervalMs) return;
    this.#loggedAt = performance.now();
    log.error({ endpoint: endpointId, err: error }, 'webhooks wait because a signing secret cannot be read');
  }
}

/** Logs and counts an attempt. The log line has the id of the request that caused the event. */
function report(claimed: Claimed, { outcome, status, reason, durationMs }: Outcome): void {
  events.attempt.emit({ outcome, seconds: durationMs / 1000 });
  const { requestId, workspaceId, endpointId, deliveryId, event, jobNumber } = claimed;
  const where = { requestId: requestId ?? undefined, workspaceId, endpointId, deliveryId };
  const result = { outcome, status: status ?? undefined, reason: reason ?? undefined, ms: durationMs };
  log.info({ ...where, event, jobNumber, ...result }, 'attempt');
}

/** Counts items by endpoint. */
function countEndpoints(items: { endpointId: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { endpointId } of items) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
  return counts;
}

/** The claim of each job. Of two jobs for the same attempt only one gets it; the other has nothing to do. */
function matchClaims(jobs: Job[], claims: Claimed[]): (Claimed | undefined)[] {
  const left = new Map(claims.map(claim => [claim.deliveryId, claim]));
  return jobs.map(({ deliveryId, jobNumber }) => {
    const claim = left.get(deliveryId);
    if (claim?.jobNumber !== jobNumber) return undefined;
    left.delete(deliveryId);
    return claim;
  });
}
