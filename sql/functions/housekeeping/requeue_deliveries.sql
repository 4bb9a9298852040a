-- A delivery's next attempt waits in a job. If that job is lost (given up after 25 errors, deleted by hand, missing
-- after a restore), no worker would ever find the delivery. Jobs are read only if some delivery is more than five
-- minutes late; even if workers are that far behind, almost all deliveries still have their jobs. enable_nestloop is
-- off so that jobs are read once: the planner does not know how many deliveries are late and would read all jobs for
-- each of them. Deliveries of a plan without webhooks do not count, because they keep their jobs, nor do those of a
-- suspended workspace, which wait without a job. Deliveries of a disabled or removed endpoint need no job: they are
-- about to be missed or deleted (requeue_jobs). Only one process does this at a time.
create or replace function corkboard.requeue_deliveries(p_batch integer default 10000) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set enable_nestloop = off
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_late constant timestamptz := v_now - interval '5 minutes';
  v_lost corkboard.webhook_deliveries[];
begin
  if not pg_try_advisory_xact_lock('corkboard.webhook_deliveries'::regclass::oid::integer, 0) or not exists (
    select 1 from corkboard.webhook_endpoints e
      join corkboard.workspaces w on w.id = e.workspace_id and w.suspended_at is null
      join corkboard.plans p on p.name = w.plan and p.webhooks
      cross join lateral (
        select 1 from corkboard.webhook_deliveries d
         where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = 'pending' and d.due_at < v_late
         limit 1) d
     where e.disabled_at is null)
  then
    return 0;
  end if;
  select array(
    with job as materialized (
      select j.record_id, j.job_number from corkboard.live_jobs('attempt_delivery') j)
    select row(d.*)::corkboard.webhook_deliveries
      from corkboard.webhook_deliveries d
      join corkboard.webhook_endpoints e on e.workspace_id = d.workspace_id and e.id = d.endpoint_id and e.disabled_at is null
      join corkboard.workspaces w on w.id = d.workspace_id and w.suspended_at is null
     where d.status = 'pending' and d.due_at < v_late
       and not exists (
         select 1 from corkboard.webhook_claims c
          where c.workspace_id = d.workspace_id and c.id = d.id and c.claimed_until > v_now)
       and not exists (
         select 1 from corkboard.webhook_throttled_deliveries q
          where q.workspace_id = d.workspace_id and q.id = d.id and q.job_number = d.job_number)
       and not exists (
         select 1 from job j where j.record_id = d.id and j.job_number = d.job_number)
     limit p_batch)
    into v_lost;
  perform corkboard.enqueue_attempts(v_lost);
  return cardinality(v_lost);
end
$$;
comment on function corkboard.requeue_deliveries(integer) is
  'Adds new jobs for up to a batch of deliveries that have been due for five minutes with no claim, no job and no throttle to wait for. Returns how many.';
