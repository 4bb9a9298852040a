create or replace view corkboard_ops.endpoint_health as
select
  e.workspace_id,
  w.name as workspace,
  e.id as endpoint_id,
  corkboard.host_of(e.url) as host,
  e.format,
  corkboard.endpoint_state(e, p.retrying) as state,
  e.disabled_at,
  e.failures_in_row,
  p.pending,
  p.retrying,
  s.failed as failed_24h,
  s.missed,
  s.last_success_at
from corkboard.webhook_endpoints e
join corkboard.workspaces w on w.id = e.workspace_id
-- By the endpoint alone, whose id is nobody else's: then the indexes answer, and no delivery is read.
cross join lateral (
  select count(*) as pending, count(*) filter (where d.due_at > now()) as retrying
    from corkboard.webhook_deliveries d where d.endpoint_id = e.id and d.status = 'pending') p
cross join lateral (
  select
    (select count(*) from corkboard.webhook_deliveries d
      where d.endpoint_id = e.id and d.status = 'failed' and d.settled_at > now() - interval '24 hours') as failed,
    (select count(*) from corkboard.webhook_deliveries d where d.endpoint_id = e.id and d.status = 'missed') as missed,
    (select max(d.settled_at) from corkboard.webhook_deliveries d
      where d.endpoint_id = e.id and d.status = 'succeeded') as last_success_at) s
where e.removed_at is null;
comment on view corkboard_ops.endpoint_health is
  'Every endpoint and how it fares: off, failing (deliveries were given up), retrying (some wait to be tried again), or well. The host stands for the address, which may hold a credential.';
