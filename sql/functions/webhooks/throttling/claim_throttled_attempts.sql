-- Endpoints take turns; within each, new deliveries go before retries and replays, in order of due time. An endpoint
-- that another worker is checking right now is left to that worker. A delivery keeps its row until its attempt is
-- recorded, so that it is claimed again if the worker dies.
create or replace function corkboard.claim_throttled_attempts(p_most integer, p_workspaces uuid[] default null) returns setof corkboard.claimed_attempt
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  c_endpoints constant integer := 200;
  v_now constant timestamptz := clock_timestamp();
  v_workspace uuid;
  v_ready corkboard.webhook_throttles[];
  v_suspended uuid[];
  v_workspaces uuid[];
  v_endpoints uuid[];
  v_deliveries uuid[];
  v_job_numbers integer[];
begin
  perform corkboard.check_no_workspace_entered();
  set local synchronous_commit = off;
  p_workspaces := coalesce(p_workspaces, array(select w.id from corkboard.workspaces_with_throttled() w (id)));
  v_workspace := corkboard.only_workspace(p_workspaces);
  -- In random order, so that no endpoint is always left out if there are more than one call can check.
  select array(
    select row(p.*)::corkboard.webhook_throttles from corkboard.webhook_throttles p
     where p.workspace_id = any (p_workspaces) and p.has_waiting
       and corkboard.is_throttle_ready(row(p.*)::corkboard.webhook_throttles, v_now)
     order by random()
     limit c_endpoints
       for no key update skip locked)
    into v_ready;
  if v_ready = '{}' then
    return;
  end if;
  -- A separate statement under the locks: see resume_workspace.
  v_suspended := (corkboard.silent_workspaces(array(select r.workspace_id from unnest(v_ready) r))).suspended;
  select array_agg(t.workspace_id), array_agg(t.endpoint_id), array_agg(t.id), array_agg(t.job_number)
    into v_workspaces, v_endpoints, v_deliveries, v_job_numbers
    from (
      select w.*
        from unnest(v_ready) r
        cross join lateral (
          select count(*) as in_progress from corkboard.webhook_claims c where c.workspace_id = coalesce(v_workspace, r.workspace_id) and c.endpoint_id = r.id and c.claimed_until > v_now) u
        cross join lateral (
          select w.workspace_id, w.endpoint_id, w.id, w.job_number,
                 row_number() over (order by w.job_number > 1, w.due_at) as place
            from corkboard.webhook_throttled_deliveries w
           where w.workspace_id = coalesce(v_workspace, r.workspace_id) and w.endpoint_id = r.id
             and not exists (
               select 1 from corkboard.webhook_claims c
                where c.workspace_id = coalesce(v_workspace, w.workspace_id) and c.id = w.id and c.claimed_until > v_now)
           order by w.job_number > 1, w.due_at
           limit corkboard.throttle_capacity(r, u.in_progress, v_now)) w
       where r.workspace_id <> all (v_suspended)
       -- Endpoints take turns.
       order by w.place
       limit p_most) t;
  -- Whose last waiting delivery was recorded, or whose workspace is suspended.
  update corkboard.webhook_throttles p set has_waiting = false
    from unnest(v_ready) r
   where p.workspace_id = coalesce(v_workspace, r.workspace_id) and p.id = r.id
     and (r.workspace_id = any (v_suspended)
          or not exists (select 1 from corkboard.webhook_throttled_deliveries w where w.workspace_id = coalesce(v_workspace, r.workspace_id) and w.endpoint_id = p.id));
  if v_deliveries is not null then
    return query select * from corkboard.claim_attempts(v_workspaces, v_endpoints, v_deliveries, v_job_numbers);
  end if;
end
$$;
comment on function corkboard.claim_throttled_attempts(integer, uuid[]) is
  'Claims throttled deliveries of these workspaces (null: of all), as many as their throttles allow now and at most p_most, and returns them as claim_attempts does. Rejects with conflict if the database is a copy.';
