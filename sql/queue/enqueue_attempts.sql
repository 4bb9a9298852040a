-- graphile-worker adds the row of a task when a worker first starts, which may be after the first event.
insert into graphile_worker._private_tasks (identifier) values ('attempt_delivery') on conflict do nothing;

-- add_jobs would notify the workers in this transaction, and commits that notify wait for each other across the whole server.
-- So the job is inserted here, as add_jobs would do it, and the notice tells the process that sent the statement to
-- notify them after its commit (src/database/jobNotifier.ts). Jobs for later need none: polling finds them.
create or replace function corkboard.enqueue_attempts(p_deliveries corkboard.webhook_deliveries[]) returns void
language plpgsql
as $$
begin
  insert into graphile_worker._private_jobs (task_id, payload, run_at)
  select (select t.id from graphile_worker._private_tasks t where t.identifier = 'attempt_delivery'),
         json_build_object('workspaceId', d.workspace_id, 'endpointId', d.endpoint_id, 'deliveryId', d.id, 'jobNumber', d.job_number),
         d.due_at
    from unnest(p_deliveries) d;
  if exists (select 1 from unnest(p_deliveries) d where d.due_at <= clock_timestamp()) then
    raise notice using errcode = 'ZC003', message = 'Jobs were added. Workers find them within two seconds of the commit.';
  end if;
end
$$;
comment on function corkboard.enqueue_attempts(corkboard.webhook_deliveries[]) is
  'Adds the job for the next attempt of each of these deliveries, to run when it is due. Raises a notice if any is due now, because it does not notify the workers itself.';
