import { batched, oneAtATime } from '../database/batch.ts';
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
import type { Outcome } from './outcome.ts';
import { Turns } from './turns.ts';

/** How many attempts are claimed or recorded in one round trip at most. */
const mostAtOnce = 400;
/** Where there is much to do, fuller rounds are worth a moment. */
const gatherMs = 5;

/** Makes the attempts of one worker process. */
export class Courier {
  readonly #connections: Connections;
  readonly #turns = new Turns();
  readonly #claim;
  readonly #record;
  readonly #postpone;

  constructor(query: Query, reach: Reach) {
    this.#connections = new Connections(reach);
    // Side by side the rounds would only take the database's time from each other; and while nothing can be recorded, nothing more is claimed.
    const ask = oneAtATime(query);
    this.#claim = batched(mostAtOnce, gatherMs, async (jobs: Job[]) =>
      shareOut(jobs, await claimAttempts(ask, jobs)),
    );
    this.#record = batched<Attempted, void>(mostAtOnce, gatherMs, attempts => recordAttempts(ask, attempts));
    this.#postpone = batched<Postponed, void>(mostAtOnce, gatherMs, jobs => postponeAttempts(ask, jobs));
  }

  /** Makes the attempt of a job and records what came of it; or sees to it that it is made a little later. */
  async attempt(job: Job): Promise<void> {
    const delayMs = this.#turns.delay(job.endpointId);
    if (delayMs > 0) return this.#postpone({ job, delayMs });
    const claimed = await this.#claim(job);
    if (claimed === undefined) return;
    if (claimed.claim === null) return this.#postpone({ job, delayMs: claimed.busyMs });
    const { claim } = claimed;
    const turn = await this.#turns.take(job.endpointId);
    if (typeof turn === 'number') return this.#postpone({ job, delayMs: turn, claim });
    const attemptedAt = new Date().toISOString();
    let outcome: Outcome | undefined;
    try {
      outcome = await this.#send(job, claimed);
    } finally {
      turn.end(outcome?.outcome === 'succeeded');
    }
    return this.#record({ ...job, claim, ...outcome, attemptedAt });
  }

  #send({ workspaceId }: Job, claimed: Claimed): Promise<Outcome> {
    const delivery = { ...claimed, id: claimed.deliveryId, workspaceId };
    return deliver(delivery, claimed, this.#connections);
  }
}

/** To each job its claim. Of two jobs for one attempt one gets it, and the other has nothing to do. */
function shareOut(jobs: Job[], claims: (Claimed | Busy)[]): (Claimed | Busy | undefined)[] {
  const left = new Map(claims.map(claim => [claim.deliveryId, claim]));
  return jobs.map(({ deliveryId, turn }) => {
    const claim = left.get(deliveryId);
    if (claim?.turn !== turn) return undefined;
    left.delete(deliveryId);
    return claim;
  });
}
