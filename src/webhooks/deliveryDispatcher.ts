import { StartError } from '../errors/startError.ts';
import { log } from '../log.ts';
import { events } from '../telemetry/events.ts';
import type { Reach } from './address.ts';
import { type AttemptQueue, type NodeOf, newAttemptQueue } from './attemptQueue.ts';
import type { Claimed, Job, Query } from './attempts.ts';
import { type Connections, newConnections } from './connections.ts';
import { deliver } from './deliver.ts';
import { EndpointLimiter } from './endpointLimiter.ts';
import type { Keyring } from './keyring.ts';
import type { Outcome } from './outcome.ts';
import { Poller } from './poller.ts';

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
  readonly #queue: AttemptQueue;
  readonly #poller: Poller;
  /** The attempts in progress of throttled deliveries, which have no job. */
  readonly #throttledAttempts = new Set<Promise<void>>();
  #loggedAt = Number.NEGATIVE_INFINITY;

  /**
   * `nodeOf`: null if all workspaces are on one server. `publicUrl`: the address of the console, for links in messages to
   * channels; without it they have no links.
   */
  constructor(
    query: Query,
    nodeOf: NodeOf | null,
    reach: Reach,
    keyring: Keyring,
    concurrency: number,
    publicUrl?: string,
  ) {
    this.#publicUrl = publicUrl;
    this.#keyring = keyring;
    this.#connections = newConnections(reach);
    this.#limiter = new EndpointLimiter(concurrency);
    this.#concurrency = concurrency;
    this.#queue = newAttemptQueue(query, nodeOf, {
      onClaimed: (jobs, claims) => this.#noteCapacities(jobs, claims),
      onThrottledAllowed: () => this.#poller.trigger(),
    });
    this.#poller = new Poller(() => this.#attemptThrottled());
  }

  /** Makes the attempt of a job and records its outcome, or throttles the delivery. */
  async attempt(job: Job): Promise<void> {
    const { endpointId } = job;
    if (!(await this.#limiter.acquire(endpointId))) return this.#queue.throttle(job);
    try {
      const claimed = await this.#queue.claim(job).finally(() => this.#limiter.claimAnswered(endpointId));
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
    const claims = await this.#queue.claimThrottled(most);
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

  async #makeAttempt(claimed: Claimed): Promise<void> {
    const { claimedAt } = claimed;
    const secrets = this.#decrypt(claimed.secrets, claimed.endpointId);
    // No worker tries again before the claim expires. By then, one that has the key may run.
    if (secrets === null) return this.#queue.throttle(claimed);
    const delivery = { ...claimed, id: claimed.deliveryId, publicUrl: this.#publicUrl };
    const destination = { ...claimed, secrets };
    const outcome = await deliver(delivery, destination, Date.parse(claimedAt), this.#connections);
    report(claimed, outcome);
    await this.#queue.record({ ...claimed, ...outcome, attemptedAt: claimedAt });
  }

  /**
   * Decrypts the signing secrets. Null if one can't be decrypted: then nothing is sent, and the delivery doesn't fail. Logs that
   * at most once a minute, because many attempts may wait for the same key.
   */
  #decrypt(stored: string[], endpointId: string): string[] | null {
    try {
      return stored.map(secret => this.#keyring.decrypt(secret, endpointId));
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      if (performance.now() - this.#loggedAt >= logIntervalMs) {
        this.#loggedAt = performance.now();
        const message = 'webhooks wait because a signing secret cannot be read';
        log.error({ endpoint: endpointId, err: error }, message);
      }
      return null;
    }
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

function countEndpoints(items: { endpointId: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { endpointId } of items) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
  return counts;
}
