import {
  type Attempted,
  claimAttempts,
  claimThrottled,
  type Query,
  recordAttempts,
  throttle,
} from '../../src/webhooks/attempts.ts';
import type { World } from './world.ts';

const job = `workspace_id as "workspaceId", endpoint_id as "endpointId", id as "deliveryId", job_number as "jobNumber"`;

/** The data of a delivery, which can be sent. */
const data = '{"clientName":"C","contactName":null,"company":null}';

/** How a recorded attempt differs from a fast response without Retry-After. */
interface Ended {
  status?: number;
  durationMs?: number;
  retryAfterMs?: number | undefined;
}

/** The columns of a delivery that was settled at this time, by default an hour ago. */
export const settledAs = (status: string, at = `now() - interval '1 hour'`): Record<string, string> => ({
  status: `'${status}'`,
  attempts_made: status === 'failed' ? '7' : '2',
  due_at: 'null',
  settled_at: at,
});

/** The attempts of these claims, made at once, with this outcome. */
export function attempted(claims: any[], outcome: string, more: Ended = {}): Attempted[] {
  const attemptedAt = new Date().toISOString();
  const status = outcome === 'succeeded' ? 200 : null;
  const ended = { outcome, status, reason: null, durationMs: 12, response: null, attemptedAt, ...more };
  return claims.map(claim => ({ ...claim, ...ended }));
}

/**
 * Claims and records attempts as a worker does, but one call at a time. `on`: the connection to use instead of the
 * pool.
 */
export function attempts(w: World) {
  const pool: Query = (text, values) => w.db.query(text, values);
  return {
    /**
     * Opens an endpoint's throttle and adds this many deliveries. Returns their jobs in random order. `columns`: SQL
     * expressions, in which `n` counts the deliveries.
     */
    add: async (endpointId: string, count: number, columns: Record<string, string> = {}): Promise<any[]> => {
      await w.sql(
        `update corkboard.webhook_throttles set concurrency_window = 256, first_failed_at = null, next_attempt_at = '-infinity' where id = $1`,
        endpointId,
      );
      const all: Record<string, string> = { event: `'client.created'`, data: `'${data}'`, ...columns };
      return w.sql(
        `with made as (
           insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, ${Object.keys(all).join(', ')})
           select e.workspace_id, e.id, ${Object.values(all).join(', ')}
           from corkboard.webhook_endpoints e, generate_series(1, $2::int) n where e.id = $1
           returning *)
         select ${job} from made order by random()`,
        endpointId,
        count,
      );
    },
    /** The newest jobs of an endpoint's deliveries that satisfy a condition, in random order. */
    jobsOf: (endpointId: string, condition = 'true'): Promise<any[]> =>
      w.sql(
        `select ${job} from corkboard.webhook_deliveries where endpoint_id = $1 and ${condition} order by random()`,
        endpointId,
      ),
    /** The newest job of a delivery. */
    jobOf: async (deliveryId: string): Promise<any> =>
      (await w.sql(`select ${job} from corkboard.webhook_deliveries where id = $1`, deliveryId))[0],
    /** Sets columns of deliveries. */
    change: (ids: string | string[], columns: string) =>
      w.sql(`update corkboard.webhook_deliveries set ${columns} where id = any ($1)`, [ids].flat()),
    claim: (jobs: any[], on = pool): Promise<any[]> => claimAttempts(on, jobs),
    /** Claims throttled deliveries of a workspace. */
    claimThrottled: (workspaceId: string): Promise<any[]> => claimThrottled(pool, 1_000, [workspaceId]),
    /** Takes the deliveries from their jobs, as a worker without a free slot does. */
    throttle: (jobs: any[]) => throttle(pool, jobs),
    /** Records this outcome for the attempts of these claims. */
    finish: async (claims: any[], outcome: string, more?: Ended, on = pool): Promise<boolean> =>
      claims.length > 0 && recordAttempts(on, attempted(claims, outcome, more)),
  };
}
