create or replace function corkboard.restart_deliveries(p_deliveries corkboard.webhook_deliveries[])
returns corkboard.webhook_deliveries[]
language plpgsql
as $$
declare
  v_deliveries corkboard.webhook_deliveries[];
begin
  with restarted as (
    update corkboard.webhook_deliveries d
       set status = 'pending', attempts_made = 0, job_number = d.job_number + 1, due_at = clock_timestamp(), settled_at = null
      from unnest(p_deliveries) p
     where d.workspace_id = p.workspace_id and d.id = p.id
    returning d)
  select array_agg(r.d order by (r.d).id) into v_deliveries from restarted r;
  -- Replays of several deliveries run after what is new.
  perform corkboard.enqueue_attempts(v_deliveries, case when cardinality(v_deliveries) > 1 then 10 else 0 end);
  return v_deliveries;
end
$$;
comment on function corkboard.restart_deliveries(corkboard.webhook_deliveries[]) is
  'Begins the schedule of these deliveries, which are locked and settled, from the start.';
