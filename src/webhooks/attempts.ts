import { fingerprint } from '../database/released.ts';
import type { Destination } from './deliver.ts';
import type { Delivery } from './delivery.ts';
import type { Outcome } from './outcome.ts';

/**
 * The payload of a job that makes an attempt. `jobNumber` counts the jobs made for the delivery: only the newest still
 * has something to do.
 */
export interface Job {
  workspaceId: string;
  endpointId: string;
  deliveryId: string;
  jobNumber: number;
}

/** What is needed to make an attempt now (sql/functions/claim_attempts.sql). `secrets` are as they are stored. */
export interface Claimed extends Destination, Omit<Delivery, 'id' | 'workspaceId'> {
  deliveryId: string;
  jobNumber: number;
  claim: string;
  /** ISO 8601, by the database's clock. */
  claimedAt: string;
  /** The Request-Id of the request that caused the event; null where no request did. */
  requestId: string | null;
}
/** A delivery that another attempt is under way for, for `busyMs` at most. */
export interface Busy {
  deliveryId: string;
  jobNumber: number;
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

/**
 * Claims the deliveries of jobs for an attempt now. A job whose delivery does not wait any more has no row in the
 * answer. Throws, and claims nothing, if the database is a copy or not of the worker's version: it may have been
 * restored over the one that the worker started on.
 */
export async function claimAttempts(query: Query, jobs: Job[]): Promise<(Claimed | Busy)[]> {
  const { rows } = await query(
    'select c.* from corkboard.check_ready($1), corkboard.claim_attempts($2, $3, $4) c',
    [await fingerprint(), ...arrays(jobs, 'workspaceId', 'deliveryId', 'jobNumber')],
  );
  return rows as (Claimed | Busy)[];
}

/** Records what came of attempts, and gives up their claims. */
export async function recordAttempts(query: Query, attempts: Attempted[]): Promise<undefined> {
  await query('select corkboard.record_attempts($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    ...arrays(
      attempts,
      'workspaceId',
      'deliveryId',
      'jobNumber',
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

/** Puts attempts off: their jobs run again later. */
export async function postponeAttempts(query: Query, jobs: Postponed[]): Promise<undefined> {
  await query('select corkboard.postpone_attempts($1)', [JSON.stringify(jobs)]);
  return undefined;
}

/** For each of these fields an array with its values, one for every item, as SQL's unnest takes them. */
const arrays = <Item>(items: Item[], ...fields: (keyof Item)[]): unknown[][] =>
  fields.map(field => items.map(item => item[field]));
