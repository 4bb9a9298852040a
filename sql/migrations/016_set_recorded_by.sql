-- Fills the new columns from the audit log, which names who approved or signed. Nothing writes to an approved scope, an
-- agreement or a change order any more (except that a scope's link can be renewed), and there are at most a few for each
-- project, so one statement for each table holds nobody up.
--
-- Until now the log named a client as the typed name with " (client)" behind it. The operator's command, whose entries
-- have no request_id, was named as the name that was typed. What the log leaves open stays null.
update corkboard.agreements a
   set recorded_by = case when l.request_id is null and l.actor = a.signed_by then 'operator' else l.actor end
  from corkboard.audit_log l
 where l.workspace_id = a.workspace_id and l.record_id = a.id and l.action = 'contract.signed'
   and l.actor <> 'client' and l.actor not like '% (client)';

update corkboard.scopes s
   set approval_recorded_by = case when l.request_id is null and l.actor = s.approved_by then 'operator' else l.actor end
  from corkboard.audit_log l
 where l.workspace_id = s.workspace_id and l.record_id = s.id and l.action = 'scope.approved'
   and s.approved_at is not null
   and l.actor <> 'client' and l.actor not like '% (client)';

update corkboard.change_orders o
   set recorded_by = l.actor
  from corkboard.audit_log l
 where l.workspace_id = o.workspace_id and l.record_id = o.id and l.action = 'change_order.approved'
   and l.actor <> 'client' and l.actor not like '% (client)';
