import { type Check, contradictions } from './check.ts';
import { made } from './records.ts';

/** Also compares the channels (`via`), if the record has one. */
export const theAuditLogHasOneRowForEachRecordOfTheApiAndNoOther: Check = contradictions(
  `select workspace_id, action, id, coalesce(m.n, 0) as made, coalesce(a.n, 0) as logged, m.via as made_via, a.vias as logged_vias
   from (select workspace_id, action, id, max(via) as via, count(*) as n from (${made}) r group by 1, 2, 3) m
   full join (
     select workspace_id, action, record_id as id, array_agg(via) as vias, count(*) as n
     from corkboard.audit_log where via in ('api', 'mcp') group by 1, 2, 3) a using (workspace_id, action, id)
   where coalesce(m.n, 0) <> coalesce(a.n, 0) or m.via <> a.vias[1]`,
);

export const everyActThatAPersonWasToldIsDoneIsInTheAuditLogOnce: Check = async ({ site, acts }) => {
  const rows = await site.database.rows<{ action: string; id: string; count: number }>(
    `select action, record_id as id, count(*)::int from corkboard.audit_log where via = 'app' group by 1, 2`,
  );
  const logged = new Map(rows.map(({ action, id, count }) => [`${action} ${id}`, count]));
  return acts
    .map(({ action, recordId }) => `${action} ${recordId}`)
    .filter(act => logged.get(act) !== 1)
    .map(act => `${act}: ${logged.get(act) ?? 0} times`);
};

export const noActOfAPersonFails: Check = ({ unexpectedErrors }) => unexpectedErrors;
