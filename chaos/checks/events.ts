import { queuedJobs } from '../../test/support/queue.ts';
import { received } from '../receivers.ts';
import { type Check, contradictions } from './check.ts';
import { happened, subject } from './happened.ts';

/**
 * All events must have deliveries: the endpoints are as old as their workspaces, and events for endpoints that are off
 * become missed deliveries.
 */
export const everyEventHasOneDeliveryPerEndpoint: Check = contradictions(
  `with expected as (
     select h.event, h.workspace_id, e.id as endpoint_id, h.subject
       from (${happened}) h
       join corkboard.webhook_endpoints e on e.workspace_id = h.workspace_id and h.event = any (e.events)),
   found as (
     select d.event, d.workspace_id, d.endpoint_id, ${subject('d')} as subject, array_agg(d.id) as deliveries
       from corkboard.webhook_deliveries d group by 1, 2, 3, 4)
   select event, workspace_id, endpoint_id, subject, deliveries, x.event is not null as expected
     from expected x full join found f using (event, workspace_id, endpoint_id, subject)
    where x.event is null or f.event is null or cardinality(deliveries) <> 1`,
);

export const everyDeliverySucceedsInTheEnd: Check = contradictions(
  `select d.id, d.workspace_id, d.endpoint_id, d.event, d.status, d.job_number, d.attempts_made, d.due_at, c.claimed_until,
     (select json_agg(json_build_object('id', j.id, 'jobNumber', p.payload -> 'jobNumber', 'locked_by', j.locked_by, 'locked_at', j.locked_at, 'run_at', j.run_at))
        from ${queuedJobs} p join graphile_worker.jobs j using (id)
       where p.payload ->> 'deliveryId' = d.id::text) as jobs,
     (select to_json(w) from corkboard.webhook_throttled_deliveries w where w.workspace_id = d.workspace_id and w.id = d.id) as waiting,
     (select to_json(p) from corkboard.webhook_throttles p where p.workspace_id = d.workspace_id and p.id = d.endpoint_id) as pace
   from corkboard.webhook_deliveries d left join corkboard.webhook_claims c using (workspace_id, id)
   where d.status <> 'succeeded' order by d.id`,
);

/** Compares the deliveries that receivers got, and their ids, with those that the database recorded as sent. */
export const everySuccessWasReceivedUnderItsId: Check = async ({ site }) => {
  const findings: string[] = [];
  for (const { id, receiver } of site.workspaces.flatMap(({ endpoints }) => endpoints)) {
    const came = received(receiver);
    const rows = await site.database.rows<{ id: string; status: string }>(
      'select id, status from corkboard.webhook_deliveries where endpoint_id = $1',
      id,
    );
    const known = new Set(rows.map(row => row.id));
    for (const row of rows) {
      if (row.status === 'succeeded' && !came.has(row.id)) {
        findings.push(`delivery ${row.id} to endpoint ${id}: succeeded, never received`);
      }
    }
    for (const delivery of came.keys()) {
      if (!known.has(delivery)) findings.push(`endpoint ${id} received ${delivery}, which does not exist`);
    }
  }
  return findings;
};
