create or replace view corkboard_ops.endpoint_health as
select
  e.workspace_id,
  w.name as workspace,
  e.id as endpoint_id,
  corkboard.host_of(e.url) as host,
  e.format,
  case
    when e.disabled_at is not null then 'off'
    when e.failures_in_row > 0 then 'failing'
    when d.retrying > 0 then 'retrying'
    else 'well'
  end as state,
  e.disabled_at,
  e.failures_in_row,
  coalesce(d.pending, 0) as pending,
  coalesce(d.retrying, 0) as retrying,
  coalesce(d.failed, 0) as failed_24h,
  coalesce(d.missed, 0) as missed,
  coalesce(d.succeeded, 0) as succeeded_24h,
  d.last_success_at
from corkboard.webhook_endpoints e
join corkboard.workspaces w on w.id = e.workspace_id
left join lateral (
  select
    count(*) filter (where d.status = 'pending') as pending,
    count(*) filter (where d.status = 'pending' and d.attempts_made > 0) as retrying,
    count(*) filter (where d.status = 'failed' and d.settled_at > now() - interval '24 hours') as failed,
    count(*) filter (where d.status = 'missed') as missed,
    count(*) filter (where d.status = 'succeeded' and d.settled_at > now() - interval '24 hours') as succeeded,
    max(d.settled_at) filter (where d.status = 'succeeded') as last_success_at
  from corkboard.webhook_deliveries d
  where d.workspace_id = e.workspace_id and d.endpoint_id = e.id) d on true;
comment on view corkboard_ops.endpoint_health is
  'Every endpoint and how it fares: off, failing (deliveries were given up), retrying, or well. The host stands for the address, which may hold a credential.';
