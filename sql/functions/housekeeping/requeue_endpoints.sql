create or replace function corkboard.requeue_endpoints() returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_late constant timestamptz := clock_timestamp() - interval '5 minutes';
  v_endpoint record;
  v_requeued integer := 0;
begin
  for v_endpoint in
    select e.workspace_id, e.id, case when e.removed_at is null then 'disable_endpoint' else 'remove_endpoint' end as task
      from corkboard.webhook_endpoints e
     where e.removed_at < v_late
        or e.notice_due_at < v_late and e.removed_at is null
        or e.disabled_at < v_late and e.removed_at is null and exists (
             select 1 from corkboard.webhook_deliveries d
              where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = 'pending')
  loop
    if not exists (select 1 from corkboard.live_jobs(v_endpoint.task) j where j.record_id = v_endpoint.id) then
      perform corkboard.enqueue_endpoint_job(v_endpoint.task, v_endpoint.workspace_id, v_endpoint.id);
      v_requeued := v_requeued + 1;
    end if;
  end loop;
  return v_requeued;
end
$$;
comment on function corkboard.requeue_endpoints() is
  'Adds new jobs for endpoints that have waited five minutes to be fully disabled or removed and have no job. Returns how many.';
