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

/** What is needed to make an attempt now (sql/functions/webhooks/deliveries/claim_attempts.sql). `secrets` are as they are stored. */
export interface Claimed extends Job, Destination, Omit<Delivery, 'id'> {
  claim: string;
  /** ISO 8601, by the database's clock. */
  claimedAt: string;
  /** How many attempts are under way at the endpoint with this one, in all workers. */
  atOnce: number;
  /** How many more attempts the pace of the endpoint allows now. */
  room: number;
  /** The Request-Id of the request that caused the event; null where no request did. */
  requestId: string | null;
}

/** An attempt that was made, and the claim that it gives up. */
export interface Attempted extends Job, Outcome, Pick<Claimed, 'claim' | 'atOnce'> {
  /** ISO 8601. */
  attemptedAt: string;
}

export type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;

/**
 * Claims the deliveries of jobs for an attempt now. Left out is a job whose delivery does not wait any more, and one whose
 * endpoint's pace has no room for it: that is taken later (takeWaiting). Throws, and claims nothing, if the database is a
 * copy or not of the worker's version: it may have been restored over the one that the worker started on.
 */
export async function claimAttempts(query: Query, jobs: Job[]): Promise<Claimed[]> {
  const { rows } = await query(
    'select c.* from corkboard.check_release($1), corkboard.claim_attempts($2, $3, $4, $5) c',
    [await fingerprint(), ...arrays(jobs, ...ofJobs)],
  );
  return rows as Claimed[];
}

/** Claims deliveries that waited for the pace of their endpoints, so many at most. Throws as claimAttempts does. */
export async function takeWaiting(query: Query, most: number): Promise<Claimed[]> {
  const { rows } = await query(
    'select c.* from corkboard.check_release($1), corkboard.claim_throttled_attempts($2) c',
    [await fingerprint(), most],
  );
  return rows as Claimed[];
}

/**
 * Records what came of attempts, and gives up their claims. Answers whether deliveries wait for the pace of any of these
 * endpoints, which may have room for them now.
 */
export async function recordAttempts(query: Query, attempts: Attempted[]): Promise<boolean> {
  const { rows } = await query(
    'select corkboard.record_attempts($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) as "isWaitedFor"',
    arrays(
      attempts,
      ...ofJobs,
      'claim',
      'atOnce',
      'outcome',
      'status',
      'durationMs',
      'reason',
      'response',
      'retryAfterMs',
      'attemptedAt',
    ),
  );
  return (rows[0] as { isWaitedFor: boolean }).isWaitedFor;
}

/** Has the deliveries of jobs wait until they are taken (takeWaiting). */
export async function holdBack(query: Query, jobs: Job[]): Promise<undefined> {
  await query('select corkboard.throttle_jobs($1, $2, $3, $4)', arrays(jobs, ...ofJobs));
  return undefined;
}

const ofJobs = ['workspaceId', 'endpointId', 'deliveryId', 'jobNumber'] as const;

/** For each of these fields an array with its values, one for every item, as SQL's unnest takes them. */
const arrays = <Item>(items: Item[], ...fields: (keyof Item)[]): unknown[][] =>
  fields.map(field => items.map(item => item[field]));
