create or replace view corkboard_ops.endpoint_health as
select
  e.workspace_id,
  w.name as workspace,
  e.id as endpoint_id,
  corkboard.url_host(e.url) as host,
  e.format,
  h.state,
  e.disabled_at,
  e.failures_in_row,
  p.pending,
  p.retrying,
  s.failed as failed_24h,
  s.missed,
  s.last_success_at,
  h.since as state_since,
  h.why as state_reason,
  h.until as state_until,
  (select count(*) from corkboard.webhook_throttled_deliveries q where q.endpoint_id = e.id) as waiting
from corkboard.webhook_endpoints e
join corkboard.workspaces w on w.id = e.workspace_id
join corkboard.plans l on l.name = w.plan
left join corkboard.webhook_throttles c on c.workspace_id = e.workspace_id and c.id = e.id
cross join lateral corkboard.endpoint_health(e, c, l) h
-- By the endpoint's id alone, which is unique: this allows index-only scans.
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
  'The state of every endpoint: not_in_plan, off, failing (a delivery failed for the last time, or nothing has succeeded for an hour), slowed (it asked for a pause, or deliveries wait for its throttle) or working; since and until when, and why. Only the host of the URL is shown, because the path may contain a credential.';
