create or replace function corkboard.restart_schedules(p_workspace uuid, p_deliveries uuid[])
returns corkboard.webhook_deliveries[]
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_deliveries corkboard.webhook_deliveries[];
begin
  with restarted as (
    update corkboard.webhook_deliveries d
       set status = 'pending', round = d.round + 1, earlier_attempts = d.earlier_attempts + d.attempts_made,
           attempts_made = 0, job_number = d.job_number + 1, due_at = v_now, settled_at = null
     where d.workspace_id = p_workspace and d.id = any (p_deliveries)
    returning row(d.*)::corkboard.webhook_deliveries as d)
  select coalesce(array_agg(r.d order by (r.d).id), '{}') into v_deliveries from restarted r;
  return v_deliveries;
end
$$;
comment on function corkboard.restart_schedules(uuid, uuid[]) is
  'Starts a new round, with the whole retry schedule, for these deliveries, which are locked and settled. The caller must queue them.';
