-- A delivery waits for the workers, and not for its endpoint, if it is due, no attempt is in progress, and either it has not
-- been checked against its endpoint's throttle yet, or the throttle would allow it now. Workers check the throttled ones
-- four times a second, and take them in the order that the query has.
--
-- Those that were not checked are counted by subtraction, which reads indexes only, and looked for only if there are any.
-- The settings leave the planner no choice, because the tables' statistics are out of date when it matters
-- (docs/deliveries.md).
create or replace function corkboard.overdue_deliveries()
returns table (workspace_id uuid, endpoint_id uuid, overdue bigint, overdue_since timestamptz)
language plpgsql stable
security definer
set search_path = pg_catalog, pg_temp
set jit = off
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  -- A standby doesn't know which attempts are in progress.
  if pg_is_in_recovery() then
    return;
  end if;
  return query
  select t.workspace_id, t.id, n.unchecked + a.allowed, least(u.since, a.since)
    from corkboard.webhook_throttles t
    cross join lateral (
      select e.id from corkboard.webhook_endpoints e
        join corkboard.workspaces w on w.id = e.workspace_id
        join corkboard.plans l on l.name = w.plan
       where e.workspace_id = t.workspace_id and e.id = t.id and e.removed_at is null and e.disabled_at is null and l.webhooks
         and w.suspended_at is null
       limit 1) e
    cross join lateral (
      select count(*) as due from corkboard.webhook_deliveries d
       where d.workspace_id = t.workspace_id and d.endpoint_id = t.id and d.status = 'pending' and d.due_at <= v_now) d
    cross join lateral (
      select count(*) as waiting from corkboard.webhook_throttled_deliveries q where q.workspace_id = t.workspace_id and q.endpoint_id = t.id) q
    cross join lateral (
      select count(*) as in_progress,
             count(*) filter (where not exists (
               select 1 from corkboard.webhook_throttled_deliveries q where q.workspace_id = c.workspace_id and q.id = c.id)) as unthrottled
        from corkboard.webhook_claims c where c.workspace_id = t.workspace_id and c.endpoint_id = t.id and c.claimed_until > v_now) c
    cross join lateral (select greatest(0, d.due - q.waiting - c.unthrottled) as unchecked) n
    cross join lateral (
      select count(*) as allowed, min(s.since) as since from (
        select greatest(q.due_at, t.resumes_at, case when corkboard.effective_rate(row(t.*)::corkboard.webhook_throttles, v_now) is not null then t.next_attempt_at end) as since
          from corkboard.webhook_throttled_deliveries q
         where q.workspace_id = t.workspace_id and q.endpoint_id = t.id
           and not exists (
             select 1 from corkboard.webhook_claims c
              where c.workspace_id = q.workspace_id and c.id = q.id and c.claimed_until > v_now)
         order by q.job_number > 1, q.due_at
         limit corkboard.throttle_capacity(row(t.*)::corkboard.webhook_throttles, c.in_progress, v_now)) s) a
    left join lateral (
      select d.due_at as since from corkboard.webhook_deliveries d
       where n.unchecked > 0 and d.workspace_id = t.workspace_id and d.endpoint_id = t.id and d.status = 'pending' and d.due_at <= v_now
         and not exists (
           select 1 from corkboard.webhook_throttled_deliveries q where q.workspace_id = d.workspace_id and q.id = d.id)
         and not exists (
           select 1 from corkboard.webhook_claims c
            where c.workspace_id = d.workspace_id and c.id = d.id and c.claimed_until > v_now)
       order by d.due_at
       limit 1) u on true
   where n.unchecked + a.allowed > 0;
end
$$;
comment on function corkboard.overdue_deliveries() is
  'For each endpoint, how many deliveries are due that no worker sends although the endpoint''s throttle allows it, and since when the first could have been sent. No rows on a standby.';
