create or replace view corkboard_ops.delivery_backlog as
select
  e.workspace_id,
  e.id as endpoint_id,
  corkboard.url_host(e.url) as host,
  d.pending,
  d.due,
  case when not pg_is_in_recovery() then coalesce(c.attempts, 0) end as in_progress,
  d.next_due_at,
  case when w.suspended_at is null then greatest(now() - d.next_due_at, interval '0') end as behind
from corkboard.webhook_endpoints e
join corkboard.workspaces w on w.id = e.workspace_id
cross join lateral (
  select count(*) as pending, count(*) filter (where d.due_at <= now()) as due, min(d.due_at) as next_due_at
    from corkboard.webhook_deliveries d where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = 'pending') d
left join corkboard.attempts_in_progress() c on e.id = c.endpoint_id
where e.removed_at is null and d.pending > 0;
comment on view corkboard_ops.delivery_backlog is
  'Pending deliveries per endpoint. behind: how long the first is overdue; more than seconds means that workers can''t keep up; null while the workspace is suspended. in_progress is null on a standby.';
comment on column corkboard_ops.delivery_backlog.host is 'The host of the endpoint''s URL.';
comment on column corkboard_ops.delivery_backlog.pending is 'Deliveries that are not settled.';
comment on column corkboard_ops.delivery_backlog.due is 'Those whose next attempt is due.';
comment on column corkboard_ops.delivery_backlog.in_progress is 'Those with an attempt in progress; null on a standby, which does not know.';
comment on column corkboard_ops.delivery_backlog.next_due_at is 'When the first attempt is or was due.';
comment on column corkboard_ops.delivery_backlog.behind is 'How long the first attempt is overdue; null while the workspace is suspended.';
