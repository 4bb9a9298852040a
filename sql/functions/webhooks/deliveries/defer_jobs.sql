-- claim_attempts calls this under its locks. A delivery that another transaction is changing may be left as it is: that
-- transaction settles or deletes it.
--
-- A suspension may last for weeks and a workspace may have any number of deliveries, so those of a suspended workspace have
-- no jobs: they wait where throttled deliveries do, and no worker looks there before the workspace is resumed. However long
-- they wait, they do not become missed.
create or replace function corkboard.defer_jobs(
  p_workspaces uuid[], p_deliveries uuid[], p_job_numbers integer[], p_claim uuid,
  p_attempts corkboard.claimed_attempt[], p_workspaces_without_webhooks uuid[], p_suspended_workspaces uuid[]
) returns void
language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  v_workspace constant uuid := corkboard.only_workspace(p_workspaces);
  v_now constant timestamptz := clock_timestamp();
  v_waiting record;
begin
  if p_workspaces_without_webhooks <> '{}' then
    perform corkboard.defer_jobs_without_webhooks(p_workspaces_without_webhooks, p_workspaces, p_deliveries, p_job_numbers);
  end if;
  with rest as materialized (
    select j.workspace_id, j.id, j.job_number, c.claim_row, d.delivery_row, d.endpoint_id, d.due_at,
           d.delivery_row is not null and e.is_on and not r.rests as waits,
           not e.is_removed and (
             not e.is_on or r.rests and corkboard.last_retry_at(d.due_at, d.attempts_made) <= v_now) as misses
      from (select distinct on (1, 2) j.*
              from unnest(p_workspaces, p_deliveries, p_job_numbers) as j (workspace_id, id, job_number)
             where not exists (select 1 from unnest(p_attempts) a where a."deliveryId" = j.id)
             order by 1, 2, 3 desc) j
      cross join lateral (select j.workspace_id = any (p_workspaces_without_webhooks) as rests) r
      left join lateral (
        select c.ctid as claim_row, c.claim from corkboard.webhook_claims c
         where c.workspace_id = coalesce(v_workspace, j.workspace_id) and c.id = j.id limit 1) c on c.claim = p_claim
      left join lateral (
        select d.ctid as delivery_row, d.endpoint_id, d.due_at, d.attempts_made, d.job_number, d.status
          from corkboard.webhook_deliveries d where d.workspace_id = coalesce(v_workspace, j.workspace_id) and d.id = j.id limit 1) d
        on d.job_number = j.job_number and d.status = 'pending'
      left join lateral (
        select e.disabled_at is null as is_on, e.removed_at is not null as is_removed from corkboard.webhook_endpoints e
         where e.workspace_id = coalesce(v_workspace, j.workspace_id) and e.id = d.endpoint_id limit 1) e on true),
  -- Deliveries become missed if their endpoint is disabled, or if their last retry would be due by now and the plan has
  -- no webhooks.
  missed as (
    update corkboard.webhook_deliveries d
       set status = 'missed', due_at = null, settled_at = v_now
      from rest r
     where d.workspace_id = coalesce(v_workspace, d.workspace_id) and d.ctid = r.delivery_row and r.misses and d.due_at is not null and d.job_number = r.job_number),
  marked as (
    update corkboard.webhook_throttles p set has_waiting = true
      from (select distinct r.workspace_id, r.endpoint_id from rest r
             where r.waits and r.workspace_id <> all (p_suspended_workspaces)) r
     where p.workspace_id = coalesce(v_workspace, r.workspace_id) and p.id = r.endpoint_id and not p.has_waiting),
  outdated as (
    delete from corkboard.webhook_throttled_deliveries w
     using rest r, lateral (
       select w.ctid as waiting_row from corkboard.webhook_throttled_deliveries w
        where w.workspace_id = coalesce(v_workspace, r.workspace_id) and w.id = r.id and w.job_number <= r.job_number limit 1) o
     where not coalesce(r.waits, false) and w.workspace_id = coalesce(v_workspace, w.workspace_id) and w.ctid = o.waiting_row),
  released as (
    delete from corkboard.webhook_claims c using rest r where c.workspace_id = coalesce(v_workspace, c.workspace_id) and c.ctid = r.claim_row)
  -- Those that the throttle does not allow, those with another attempt in progress, which may have ended by now, and those
  -- of suspended workspaces.
  select array_agg(r.workspace_id) as workspaces, array_agg(r.id) as deliveries, array_agg(r.endpoint_id) as endpoints,
         array_agg(r.job_number) as job_numbers, array_agg(r.due_at) as due
    into v_waiting
    from rest r where r.waits;
  insert into corkboard.webhook_throttled_deliveries as w (workspace_id, id, endpoint_id, job_number, due_at, throttled_at)
  select r.*, v_now
    from unnest(v_waiting.workspaces, v_waiting.deliveries, v_waiting.endpoints, v_waiting.job_numbers, v_waiting.due) r
  on conflict (workspace_id, id) do update set job_number = excluded.job_number, due_at = excluded.due_at
    where w.job_number <= excluded.job_number;
end
$$;
comment on function corkboard.defer_jobs(
  uuid[], uuid[], integer[], uuid, corkboard.claimed_attempt[], uuid[], uuid[]) is
  'Handles the jobs of claim_attempts that get no attempt now: the delivery waits for its throttle or for the end of a suspension, becomes missed, or keeps a job that checks again while its plan has no webhooks. Releases their claims.';
