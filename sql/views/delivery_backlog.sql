create or replace view corkboard_ops.delivery_backlog as
select
  e.workspace_id,
  e.id as endpoint_id,
  corkboard.url_host(e.url) as host,
  d.pending,
  d.due,
  case when not pg_is_in_recovery() then coalesce(c.attempts, 0) end as in_progress,
  d.next_due_at,
  greatest(now() - d.next_due_at, interval '0') as behind
from corkboard.webhook_endpoints e
-- By the endpoint's id alone, which is unique: this allows an index-only scan.
cross join lateral (
  select count(*) as pending, count(*) filter (where d.due_at <= now()) as due, min(d.due_at) as next_due_at
    from corkboard.webhook_deliveries d where d.endpoint_id = e.id and d.status = 'pending') d
left join corkboard.attempts_in_progress() c on c.endpoint_id = e.id
where e.removed_at is null and d.pending > 0;
comment on view corkboard_ops.delivery_backlog is
  'Pending deliveries per endpoint. behind: how long the first is overdue; more than seconds means that workers can''t keep up. in_progress is null on a standby.';
