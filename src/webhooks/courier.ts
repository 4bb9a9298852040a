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
  claim: string;
}
/** Another attempt of the delivery is under way, for as long as this at most. */
interface Busy {
  deliveryId: string;
  claim: null;
  busyMs: number;
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
      const claims = new Map((rows as (Claimed | Busy)[]).map(row => [row.deliveryId, row]));
      return jobs.map(job => claims.get(job.deliveryId));
    });
    this.#record = batched(mostAtOnce, async (attempts: object[]) => {
      await query('select corkboard.record_attempts($1)', [JSON.stringify(attempts)]);
      return attempts;
    });
    this.#postpone = batched(mostAtOnce, async (jobs: { job: Job; delayMs: number }[]) => {
      await query('select corkboard.postpone_attempts($1)', [JSON.stringify(jobs)]);
      return jobs;
    });
  }

  /** Makes the attempt of a job and records what came of it; or sees to it that it is made a little later. */
  async attempt(job: Job): Promise<void> {
    const turn = await this.#turns.take(job.endpointId);
    if (typeof turn === 'number') {
      await this.#postpone({ job, delayMs: turn });
      return;
    }
    let claimed: Claimed | Busy | undefined;
    let attempted: (Outcome & { attemptedAt: Date }) | undefined;
    try {
      claimed = await this.#claim(job);
      if (claimed?.claim) attempted = { attemptedAt: new Date(), ...(await this.#send(job, claimed)) };
    } finally {
      turn.end(attempted?.outcome === 'succeeded');
    }
    if (attempted) await this.#record({ ...job, claim: claimed!.claim, ...attempted });
    else if (claimed?.claim === null) await this.#postpone({ job, delayMs: claimed.busyMs });
  }

  #send({ workspaceId }: Job, claimed: Claimed): Promise<Outcome> {
    const delivery = { ...claimed, id: claimed.deliveryId, workspaceId };
    return deliver(delivery, claimed, this.#reach, this.#dispatcher);
  }
}
