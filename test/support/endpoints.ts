import type { TestFn } from 'ava';
import { attempts } from './attempts.ts';
import { subscriptions } from './hooks.ts';
import { sharedWorld } from './world.ts';

/**
 * The world of tests that claim, record and change deliveries without a worker, which the files of a thread share. They look
 * only at endpoints of their own, and keep their tables small, because nothing analyzes them.
 */
export function endpoints(test: TestFn) {
  const w = sharedWorld(test, 'deliveries');
  const h = subscriptions(w);
  const made = attempts(w);
  const { sql, call } = w;
  /** An endpoint of a new workspace with this many deliveries. `columns`: their SQL expressions (attempts.ts). */
  const endpoint = async (count: number, columns: Record<string, string> = {}, format = 'json') => {
    const { id: workspaceId } = await w.workspace();
    const hook = await h.subscribe(workspaceId, { format });
    const { endpointId } = hook;
    const jobs = await made.add(endpointId, count, columns);
    const deliveries = () => h.deliveries(endpointId);
    return {
      ...hook,
      jobs,
      deliveries,
      /** How many deliveries have which values of these columns. */
      tally: (...columns: string[]) => {
        const places = columns.map((_, n) => n + 1).join(', ');
        return sql(
          `select ${columns.join(', ')}, count(*)::int from corkboard.webhook_deliveries
            where endpoint_id = $1 group by ${places} order by ${places}`,
          endpointId,
        );
      },
      /** The first delivery. */
      delivery: async () => (await deliveries())[0],
      claims: () => h.claims(endpointId),
      /** Claims by the newest jobs of all deliveries. */
      claimAll: async () => made.claim(await made.jobsOf(endpointId)),
      /** Claims throttled deliveries. */
      claimMore: () => made.claimThrottled(workspaceId),
      /** How many deliveries are throttled. */
      waiting: async () => (await h.throttled(endpointId)).length,
      throttle: () => h.throttle(endpointId),
      /** Sets columns of what was learned of the endpoint's limits. */
      set: (columns: string) =>
        sql(`update corkboard.webhook_throttles set ${columns} where id = $1`, endpointId),
      suspend: () => call('suspend_workspace', workspaceId),
      resume: () => call('resume_workspace', workspaceId),
      replay: (id: string) => sql('select corkboard.replay_delivery($1, $2)', workspaceId, id),
    };
  };
  return { w, sql, h, ...made, endpoint };
}
