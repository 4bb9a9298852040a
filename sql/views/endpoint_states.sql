-- For the worker's metrics: through this view, its role sees numbers across workspaces and nothing else. It reads no
-- deliveries other than throttled ones, so that it stays fast.
create or replace view corkboard_ops.endpoint_states as
select s.state, count(h.id) as endpoints, coalesce(sum(h.waiting), 0)::bigint as waiting
from unnest('{working,slowed,failing,off,not_in_plan,suspended}'::text[]) s (state)
left join (
  select e.id, h.state, coalesce(q.waiting, 0) as waiting
    from corkboard.webhook_endpoints e
    join corkboard.workspaces w on w.id = e.workspace_id
    join corkboard.plans l on l.name = w.plan
    left join corkboard.webhook_throttles c on c.workspace_id = e.workspace_id and c.id = e.id
    left join (
      select q.workspace_id, q.endpoint_id, count(*) as waiting
        from corkboard.webhook_throttled_deliveries q group by q.workspace_id, q.endpoint_id) q
      on q.workspace_id = e.workspace_id and q.endpoint_id = e.id
    cross join lateral corkboard.endpoint_health(row(e.*)::corkboard.webhook_endpoints, row(c.*)::corkboard.webhook_throttles, row(l.*)::corkboard.plans, w.suspended_at) h
   where e.removed_at is null) h on h.state = s.state
group by s.state;
comment on view corkboard_ops.endpoint_states is
  'How many endpoints are in each state (corkboard_ops.endpoint_health), and how many deliveries wait for their throttles.';
comment on column corkboard_ops.endpoint_states.state is 'working, slowed, failing, off or not_in_plan.';
comment on column corkboard_ops.endpoint_states.endpoints is 'How many endpoints are in it.';
comment on column corkboard_ops.endpoint_states.waiting is 'How many deliveries wait for their throttles.';
