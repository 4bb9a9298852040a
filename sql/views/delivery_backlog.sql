create or replace view corkboard_ops.delivery_backlog as
select
  d.workspace_id,
  d.endpoint_id,
  corkboard.host_of(e.url) as host,
  count(*) as pending,
  count(*) filter (where d.due_at <= now()) as due,
  count(c.id) as under_way,
  min(d.created_at) as oldest_created_at,
  min(d.due_at) as next_due_at,
  greatest(now() - min(d.due_at), interval '0') as behind
from corkboard.webhook_deliveries d
join corkboard.webhook_endpoints e on e.workspace_id = d.workspace_id and e.id = d.endpoint_id
left join corkboard.webhook_claims c on c.workspace_id = d.workspace_id and c.id = d.id and c.claimed_until > now()
where d.status = 'pending'
group by d.workspace_id, d.endpoint_id, e.url;
comment on view corkboard_ops.delivery_backlog is
  'What waits to be sent, per endpoint. behind: how long the first of them is overdue; more than seconds means that no worker keeps up.';
