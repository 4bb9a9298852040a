import { claimAttempts, type Query, recordAttempts } from '../../src/webhooks/attempts.ts';
import type { Hooks } from './hooks.ts';
import type { World } from './world.ts';

/** Claiming and recording attempts as a worker does, but by hand. `on` is for what a connection of its own matters to. */
export function attempts(w: World, h: Hooks) {
  const pool: Query = (text, values) => w.db.query(text, values);
  /** Gives an endpoint so many deliveries more, and answers their jobs in any order. */
  const add = async (endpointId: string, count: number): Promise<any[]> => {
    const { rows } = await w.db.query(
      `with made as (
         insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data)
         select e.workspace_id, e.id, 'client.created', '{}'
         from corkboard.webhook_endpoints e, generate_series(1, $2::int) where e.id = $1
         returning *)
       select workspace_id as "workspaceId", endpoint_id as "endpointId", id as "deliveryId", turn from made order by random()`,
      [endpointId, count],
    );
    return rows;
  };
  return {
    add,
    /** An endpoint with so many deliveries that wait, and their jobs. */
    waiting: async (count: number) => {
      const studio = await w.workspace();
      const { endpointId } = await h.subscribe(studio.id);
      return { endpointId, jobs: await add(endpointId, count) };
    },
    claim: (jobs: any[], on = pool): Promise<any[]> => claimAttempts(on, jobs),
    /** Records that attempts of these claims ended so. */
    record: (claims: any[], jobs: any[], outcome: string, on = pool) => {
      const ended = {
        outcome,
        status: null,
        durationMs: 1,
        response: null,
        attemptedAt: new Date().toISOString(),
      };
      return recordAttempts(
        on,
        claims.map(({ deliveryId, claim }) => ({
          ...jobs.find(job => job.deliveryId === deliveryId),
          claim,
          ...ended,
        })),
      );
    },
  };
}
