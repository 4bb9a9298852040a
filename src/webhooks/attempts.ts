import type { Destination } from './deliver.ts';
import type { Delivery } from './delivery.ts';
import type { Outcome } from './outcome.ts';

/** The payload of a job: the turn-th attempt of a delivery (sql/functions/enqueue_attempts.sql). */
export interface Job {
  workspaceId: string;
  endpointId: string;
  deliveryId: string;
  turn: number;
}

/** What an attempt that may be made now needs (sql/functions/claim_attempts.sql); its secrets as they are stored. */
export interface Claimed extends Destination, Omit<Delivery, 'id' | 'workspaceId'> {
  deliveryId: string;
  turn: number;
  claim: string;
  /** ISO 8601, by the database's clock. */
  claimedAt: string;
  /** The Request-Id of the request whose event it is; null where no request caused it. */
  requestId: string | null;
}
/** Another attempt of the delivery is under way, for as long as this at most. */
export interface Busy {
  deliveryId: string;
  turn: number;
  claim: null;
  claimedAt: string;
  busyMs: number;
}

/** An attempt that was made, and the claim that it gives up. */
export interface Attempted extends Job, Outcome {
  claim: string;
  /** ISO 8601. */
  attemptedAt: string;
}

/** An attempt that is to be made later. */
export interface Postponed {
  job: Job;
  priority: number;
  delayMs: number;
}

export type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;

/** Claims the deliveries of jobs for an attempt now; nothing comes back for those that do not wait any more. */
export async function claimAttempts(query: Query, jobs: Job[]): Promise<(Claimed | Busy)[]> {
  const values = arrays(jobs, 'workspaceId', 'deliveryId', 'turn');
  const { rows } = await query('select * from corkboard.claim_attempts($1, $2, $3)', values);
  return rows as (Claimed | Busy)[];
}

/** Records what came of attempts, and gives up their claims. */
export async function recordAttempts(query: Query, attempts: Attempted[]): Promise<undefined> {
  await query('select corkboard.record_attempts($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    ...arrays(
      attempts,
      'workspaceId',
      'deliveryId',
      'turn',
      'claim',
      'outcome',
      'status',
      'durationMs',
      'response',
      'attemptedAt',
    ),
  ]);
  return undefined;
}

/** Puts attempts off. */
export async function postponeAttempts(query: Query, jobs: Postponed[]): Promise<undefined> {
  await query('select corkboard.postpone_attempts($1)', [JSON.stringify(jobs)]);
  return undefined;
}

/** Of each of these fields an array with a place for every item: what unnest takes. */
const arrays = <Item>(items: Item[], ...fields: (keyof Item)[]): unknown[][] =>
  fields.map(field => items.map(item => item[field]));
