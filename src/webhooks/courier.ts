import type { Dispatcher } from 'undici';
import { batched } from '../database/batch.ts';
import type { Reach } from './address.ts';
import { deliver, type Endpoint } from './deliver.ts';
import type { Delivery } from './delivery.ts';
import { openDispatcher } from './dispatcher.ts';
import type { Outcome } from './outcome.ts';
import { Turns } from './turns.ts';

/** The payload of a job: the turn-th attempt of a delivery (sql/functions/enqueue_attempts.sql). */
export interface Job {
  workspaceId: string;
  endpointId: string;
  deliveryId: string;
  turn: number;
}

/** What an attempt that may be made now needs (sql/functions/claim_attempts.sql). */
interface Claimed extends Endpoint, Omit<Delivery, 'id' | 'workspaceId'> {
  deliveryId: string;
  turn: number;
  claim: string;
  busyMs: number;
}
/** Another attempt of the delivery is under way, for as long as this at most. */
interface Busy {
  deliveryId: string;
  turn: number;
  claim: null;
  busyMs: number;
}

/** An attempt that is to be made later, and the claim that it gives up, if it has one. */
interface Postponed {
  job: Job;
  delayMs: number;
  claim?: string;
}

export type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;

/** How many attempts are claimed or recorded in one round trip at most. */
const mostAtOnce = 200;

/** Makes the attempts of one worker process. */
export class Courier {
  readonly #reach: Reach;
  readonly #dispatcher: Dispatcher;
  readonly #turns = new Turns();
  readonly #claim;
  readonly #record;
  readonly #postpone;

  constructor(query: Query, reach: Reach) {
    this.#reach = reach;
    this.#dispatcher = openDispatcher(reach);
    this.#claim = batched(mostAtOnce, async (jobs: Job[]) => {
      const { rows } = await query('select * from corkboard.claim_attempts($1)', [JSON.stringify(jobs)]);
      return shareOut(jobs, rows as (Claimed | Busy)[]);
    });
    this.#record = batched<object, void>(mostAtOnce, async attempts => {
      await query('select corkboard.record_attempts($1)', [JSON.stringify(attempts)]);
      return undefined;
    });
    this.#postpone = batched<Postponed, void>(mostAtOnce, async jobs => {
      await query('select corkboard.postpone_attempts($1)', [JSON.stringify(jobs)]);
      return undefined;
    });
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
    const attemptedAt = new Date();
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
    return deliver(delivery, claimed, this.#reach, this.#dispatcher);
  }
}

/** To each job its claim. Of two jobs for one attempt one gets it, and to the other it is taken. */
function shareOut(jobs: Job[], claims: (Claimed | Busy)[]): (Claimed | Busy | undefined)[] {
  const nameOf = ({ deliveryId, turn }: Job | Claimed | Busy) => `${deliveryId} ${turn}`;
  const byName = new Map(claims.map(claim => [nameOf(claim), claim]));
  return jobs.map(job => {
    const claim = byName.get(nameOf(job));
    if (claim?.claim) byName.set(nameOf(job), { ...claim, claim: null });
    return claim;
  });
}
