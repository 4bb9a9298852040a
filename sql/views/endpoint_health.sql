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
  f.failed as failed_24h,
  m.missed,
  s.last_success_at,
  h.since as state_since,
  h.why as state_reason,
  h.until as state_until,
  q.waiting
from corkboard.webhook_endpoints e
join corkboard.workspaces w on w.id = e.workspace_id
join corkboard.plans l on l.name = w.plan
left join corkboard.webhook_throttles c on c.workspace_id = e.workspace_id and c.id = e.id
cross join lateral corkboard.endpoint_health(row(e.*)::corkboard.webhook_endpoints, row(c.*)::corkboard.webhook_throttles, row(l.*)::corkboard.plans, w.suspended_at) h
cross join lateral (
  select count(*) as pending, count(*) filter (where d.due_at > now()) as retrying
    from corkboard.webhook_deliveries d where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = 'pending') p
cross join lateral (
  select count(*) as failed from corkboard.webhook_deliveries d
   where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = 'failed' and d.settled_at > now() - interval '24 hours') f
cross join lateral (
  select count(*) as missed from corkboard.webhook_deliveries d where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = 'missed') m
cross join lateral (
  select max(d.settled_at) as last_success_at from corkboard.webhook_deliveries d
   where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = 'succeeded') s
cross join lateral (
  select count(*) as waiting from corkboard.webhook_throttled_deliveries q where q.workspace_id = e.workspace_id and q.endpoint_id = e.id) q
where e.removed_at is null;
comment on view corkboard_ops.endpoint_health is
  'The state of every endpoint: suspended (its workspace), not_in_plan, off, failing (a delivery failed for the last time, or nothing has succeeded for an hour), slowed (it asked for a pause, or deliveries wait for its throttle) or working; since and until when, and why. Only the host of the URL is shown, because the path may contain a credential.';
comment on column corkboard_ops.endpoint_health.workspace is 'The workspace''s name.';
comment on column corkboard_ops.endpoint_health.host is 'The host of the endpoint''s URL.';
comment on column corkboard_ops.endpoint_health.format is 'json, slack or discord.';
comment on column corkboard_ops.endpoint_health.state is 'working, slowed, failing, off, not_in_plan or suspended.';
comment on column corkboard_ops.endpoint_health.disabled_at is 'Since when it is off; null: it is not.';
comment on column corkboard_ops.endpoint_health.failures_in_row is 'Failed deliveries since the last success; at 20 it is turned off.';
comment on column corkboard_ops.endpoint_health.pending is 'Deliveries that are not settled.';
comment on column corkboard_ops.endpoint_health.retrying is 'Those whose next attempt is not due yet.';
comment on column corkboard_ops.endpoint_health.failed_24h is 'Deliveries that failed for the last time in the last 24 hours.';
comment on column corkboard_ops.endpoint_health.missed is 'Deliveries that were missed and can be replayed.';
comment on column corkboard_ops.endpoint_health.last_success_at is 'When a delivery last succeeded; null: never within 30 days.';
comment on column corkboard_ops.endpoint_health.state_since is 'Since when it is in this state, if known.';
comment on column corkboard_ops.endpoint_health.state_reason is 'Why it is in this state, in words.';
comment on column corkboard_ops.endpoint_health.state_until is 'Until when, if known.';
comment on column corkboard_ops.endpoint_health.waiting is 'Deliveries that are due and wait for the endpoint''s throttle.';
