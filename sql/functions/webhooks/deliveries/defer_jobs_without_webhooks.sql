create or replace function corkboard.defer_jobs_without_webhooks(
  p_workspaces_without_webhooks uuid[], p_workspaces uuid[], p_deliveries uuid[], p_job_numbers integer[]
) returns void
language plpgsql
as $$
declare
  v_workspace constant uuid := corkboard.only_workspace(p_workspaces);
  c_until_next_look constant interval := '5 minutes';
  v_now constant timestamptz := clock_timestamp();
  v_deferred corkboard.webhook_deliveries[];
begin
  -- A query of its own, because with Citus the nodes that have the deliveries don't have the queue.
  select array(
    select jsonb_populate_record(row(d.*)::corkboard.webhook_deliveries, jsonb_build_object('due_at', v_now + c_until_next_look))
      from (select distinct * from unnest(p_workspaces, p_deliveries, p_job_numbers) as j (workspace_id, id, job_number)) j
      join corkboard.webhook_deliveries d
        on d.workspace_id = coalesce(v_workspace, j.workspace_id) and d.id = j.id and d.job_number = j.job_number and d.status = 'pending'
     where j.workspace_id = any (p_workspaces_without_webhooks)
       and corkboard.last_retry_at(d.due_at, d.attempts_made) > v_now)
    into v_deferred;
  perform corkboard.enqueue_attempts(v_deferred);
end
$$;
comment on function corkboard.defer_jobs_without_webhooks(uuid[], uuid[], uuid[], integer[]) is
  'Schedules new jobs, in five minutes, for pending deliveries (parallel arrays) whose workspace is in p_workspaces_without_webhooks. Leaves out deliveries whose last retry would be due by now: they become missed.';
