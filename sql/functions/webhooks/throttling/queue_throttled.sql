-- Apart from throttle_jobs, which runs as its owner: Citus lets a transaction change a row as one role only.
create or replace function corkboard.queue_throttled(p_workspaces uuid[], p_endpoints uuid[], p_deliveries uuid[], p_job_numbers integer[]) returns void
language plpgsql
as $$
declare
  v_workspace constant uuid := corkboard.only_workspace(p_workspaces);
  v_now constant timestamptz := clock_timestamp();
begin
  insert into corkboard.webhook_throttled_deliveries as w (workspace_id, id, endpoint_id, job_number, due_at, throttled_at)
  select d.workspace_id, d.id, d.endpoint_id, d.job_number, d.due_at, v_now
    from (select * from unnest(p_workspaces, p_deliveries, p_job_numbers) order by 1, 2) as j (workspace_id, id, job_number)
    cross join lateral (
      select d.* from corkboard.webhook_deliveries d where d.workspace_id = coalesce(v_workspace, j.workspace_id) and d.id = j.id limit 1) d
   where d.status = 'pending' and d.job_number = j.job_number
  on conflict (workspace_id, id) do update set job_number = excluded.job_number, due_at = excluded.due_at
    -- The delivery may have been replayed or retried meanwhile.
    where w.job_number <= excluded.job_number;
  -- Locks even if has_waiting is already set: claim_throttled_attempts, which resets it, may hold the row without seeing
  -- these deliveries yet.
  perform corkboard.lock_throttles(p_workspaces, p_endpoints);
  update corkboard.webhook_throttles p set has_waiting = true
    from (select distinct * from unnest(p_workspaces, p_endpoints) as e (workspace_id, id)) e
   where p.workspace_id = coalesce(v_workspace, e.workspace_id) and p.id = e.id and not p.has_waiting;
end
$$;
comment on function corkboard.queue_throttled(uuid[], uuid[], uuid[], integer[]) is
  'Queues deliveries (parallel arrays) behind the throttles of their endpoints, as the role that calls it.';
