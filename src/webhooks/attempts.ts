import { buildNumber } from '../database/buildNumber.ts';
import type { Destination } from './deliver.ts';
import type { Delivery } from './delivery.ts';
import type { Outcome } from './outcome.ts';

/**
 * The payload of a job that makes an attempt. `jobNumber` counts the jobs made for the delivery: only the newest one
 * makes an attempt.
 */
export interface Job {
  workspaceId: string;
  endpointId: string;
  deliveryId: string;
  jobNumber: number;
}

/** A claimed attempt (sql/functions/webhooks/deliveries/claim_attempts.sql). `secrets` are in stored form. */
export interface Claimed extends Job, Destination, Omit<Delivery, 'id'> {
  claim: string;
  /** ISO 8601, by the database's clock. */
  claimedAt: string;
  /** How many attempts are in progress at the endpoint, in all workers, including this one. */
  atOnce: number;
  /** How many more attempts the endpoint's throttle allows now. */
  room: number;
  /** The Request-Id of the request that caused the event; null if no request did. */
  requestId: string | null;
}

/** An attempt that was made, and its claim. */
export interface Attempted extends Job, Outcome, Pick<Claimed, 'claim' | 'atOnce'> {
  /** ISO 8601. */
  attemptedAt: string;
  /** The signatures that it was sent with; absent or null: it was unsigned. */
  signatures?: string | null;
}

export type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;

/**
 * Claims the deliveries of jobs. The result leaves out jobs whose delivery is no longer pending, and jobs that their
 * endpoint's throttle doesn't allow: their deliveries are claimed later (claimThrottled). Throws, and claims nothing,
 * if the database is a copy or not of the worker's version: it may have been restored over the one that the worker
 * started on.
 */
export async function claimAttempts(query: Query, jobs: Job[]): Promise<Claimed[]> {
  const { rows } = await query(
    'select c.* from corkboard.check_release($1), corkboard.claim_attempts($2, $3, $4, $5) c',
    [buildNumber, ...arrays(jobs, ...jobFields)],
  );
  return rows as Claimed[];
}

/**
 * Claims up to `most` throttled deliveries of these workspaces (null: of all) that their endpoints now allow. Throws as
 * claimAttempts does.
 */
export async function claimThrottled(
  query: Query,
  most: number,
  workspaces: string[] | null = null,
): Promise<Claimed[]> {
  const { rows } = await query(
    'select c.* from corkboard.check_release($1), corkboard.claim_throttled_attempts($2, $3) c',
    [buildNumber, most, workspaces],
  );
  return rows as Claimed[];
}

/** The workspaces for which claimThrottled may claim something, in random order. */
export async function workspacesWithThrottled(query: Query): Promise<string[]> {
  const { rows } = await query(
    'select w.id from corkboard.workspaces_with_throttled() w (id) order by random()',
    [],
  );
  return (rows as { id: string }[]).map(({ id }) => id);
}

/**
 * Records the outcomes of attempts and releases their claims. Returns whether any of these endpoints has throttled
 * deliveries, which it may allow now.
 */
export async function recordAttempts(query: Query, attempts: Attempted[]): Promise<boolean> {
  const { rows } = await query(
    'select corkboard.record_attempts($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) as "hasThrottled"',
    arrays(
      attempts,
      ...jobFields,
      'claim',
      'atOnce',
      'outcome',
      'status',
      'durationMs',
      'reason',
      'response',
      'retryAfterMs',
      'attemptedAt',
      'signatures',
    ),
  );
  return (rows[0] as { hasThrottled: boolean }).hasThrottled;
}

/** Throttles the deliveries of jobs: they wait in the database until they are claimed (claimThrottled). */
export async function throttle(query: Query, jobs: Job[]): Promise<undefined> {
  await query('select corkboard.throttle_jobs($1, $2, $3, $4)', arrays(jobs, ...jobFields));
  return undefined;
}

const jobFields = ['workspaceId', 'endpointId', 'deliveryId', 'jobNumber'] as const;

/** An array for each field, with its values in all items, for SQL's unnest. */
const arrays = <Item>(items: Item[], ...fields: (keyof Item)[]): unknown[][] =>
  fields.map(field => items.map(item => item[field]));
