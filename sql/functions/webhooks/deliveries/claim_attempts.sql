-- A worker claims a delivery before it sends, so that two attempts of one delivery never overlap, even if a worker only
-- seemed dead or a replay arrives while an attempt is in progress. The claim of a dead worker expires after 20 seconds,
-- which is longer than an attempt and its recording can take. The concurrency window counts an endpoint's live claims,
-- so a dead worker narrows it for no longer than that.
--
-- Four steps: claim, lock the throttles, load the attempts that may start, and defer the other jobs, if there are any.
-- docs/deliveries.md explains the planner settings, `cross join lateral (… limit 1)` and the order of locks.
create or replace function corkboard.claim_attempts(
  p_workspaces uuid[], p_endpoints uuid[], p_deliveries uuid[], p_job_numbers integer[]
) returns setof corkboard.claimed_attempt
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_workspace constant uuid := corkboard.only_workspace(p_workspaces);
  c_duration constant interval := '20 seconds';
  v_until constant timestamptz := clock_timestamp() + c_duration;
  v_claim constant uuid := gen_random_uuid();
  v_silent record;
  v_throttles corkboard.webhook_throttles[];
  v_attempts corkboard.claimed_attempt[];
begin
  perform corkboard.check_no_workspace_entered();
  perform corkboard.check_not_copy();
  -- If a server crash loses this transaction, the claims are lost as well, and the jobs run again.
  set local synchronous_commit = off;
  insert into corkboard.webhook_claims as c (workspace_id, id, endpoint_id, claim, claimed_until)
  select e.workspace_id, j.id, j.endpoint_id, v_claim, v_until
    from (select distinct on (1, 2) *
            from unnest(p_workspaces, p_deliveries, p_endpoints) as j (workspace_id, id, endpoint_id)
           order by 1, 2) j
    cross join lateral (
      select e.workspace_id from corkboard.webhook_endpoints e where e.workspace_id = coalesce(v_workspace, j.workspace_id) and e.id = j.endpoint_id limit 1) e
  on conflict (workspace_id, id) do update
     set endpoint_id = excluded.endpoint_id, claim = excluded.claim, claimed_until = excluded.claimed_until
   where excluded.claimed_until - c.claimed_until >= c_duration;
  v_throttles := corkboard.lock_throttles(p_workspaces, p_endpoints);
  -- Separate statements, so that they see what the previous holder of these claims has just recorded, and what
  -- everyone who held the locks before has claimed, suspended or resumed.
  v_silent := corkboard.silent_workspaces(p_workspaces);
  v_attempts := corkboard.load_attempts(
    p_workspaces, p_deliveries, p_job_numbers, v_claim, v_throttles, v_silent.suspended || v_silent.without_webhooks);
  if cardinality(v_attempts) < cardinality(p_deliveries) then
    perform corkboard.defer_jobs(
      p_workspaces, p_deliveries, p_job_numbers, v_claim, v_attempts, v_silent.without_webhooks, v_silent.suspended);
  end if;
  perform corkboard.consume_rates(v_throttles, v_attempts);
  return query select * from unnest(v_attempts);
end
$$;
comment on function corkboard.claim_attempts(uuid[], uuid[], uuid[], integer[]) is
  'Claims the deliveries of these jobs (parallel arrays) and returns what the worker needs for each attempt that the endpoint''s throttle allows now. The rest go to webhook_throttled_deliveries; settled ones are skipped. While a plan has no webhooks, its deliveries keep their jobs, which check again every five minutes; those of a suspended workspace go to webhook_throttled_deliveries until it is resumed. Rejects with conflict if the database is a copy.';
