import { claimAttempts, claimThrottled, type Query, recordAttempts } from '../../src/webhooks/attempts.ts';
import type { World } from './world.ts';

const job = `workspace_id as "workspaceId", endpoint_id as "endpointId", id as "deliveryId", job_number as "jobNumber"`;

/**
 * Claims and records attempts as a worker does, but one call at a time. `on`: the connection to use instead of the
 * pool.
 */
export function attempts(w: World) {
  const pool: Query = (text, values) => w.db.query(text, values);
  return {
    /** Opens an endpoint's throttle and adds this many deliveries. Returns their jobs in random order. */
    add: async (endpointId: string, count: number) => {
      await w.sql(
        `update corkboard.webhook_throttles set concurrency_window = 256, first_failed_at = null, next_attempt_at = '-infinity' where id = $1`,
        endpointId,
      );
      return w.sql(
        `with made as (
           insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data)
           select e.workspace_id, e.id, 'client.created', '{}'
           from corkboard.webhook_endpoints e, generate_series(1, $2::int) where e.id = $1
           returning *)
         select ${job} from made order by random()`,
        endpointId,
        count,
      );
    },
    /** The newest job of a delivery. */
    jobOf: async (deliveryId: string) =>
      (await w.sql(`select ${job} from corkboard.webhook_deliveries where id = $1`, deliveryId))[0],
    claim: (jobs: any[], on = pool): Promise<any[]> => claimAttempts(on, jobs),
    /** Claims throttled deliveries of all endpoints, or of a workspace's. */
    claimThrottled: (workspaceId?: string): Promise<any[]> =>
      claimThrottled(pool, 1_000, workspaceId === undefined ? null : [workspaceId]),
    /**
     * Records this outcome for the attempts of these claims. `more`: what differs from a fast response without
     * Retry-After.
     */
    record: async (
      claims: any[],
      jobs: any[],
      outcome: string,
      on = pool,
      more: { status?: number; durationMs?: number; retryAfterMs?: number } = {},
    ) => {
      if (claims.length === 0) return false;
      const status = outcome === 'succeeded' ? 200 : null;
      const attemptedAt = new Date().toISOString();
      const ended = { outcome, status, reason: null, durationMs: 12, response: null, attemptedAt };
      return recordAttempts(
        on,
        claims.map(({ deliveryId, claim, atOnce }) => ({
          ...jobs.find(job => job.deliveryId === deliveryId),
          claim,
          atOnce,
          ...ended,
          ...more,
        })),
      );
    },
  };
}
