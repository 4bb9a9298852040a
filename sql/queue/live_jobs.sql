-- In PL/pgSQL, because Citus joins no tenants' rows with the queue, which the nodes don't have.
create or replace function corkboard.live_jobs(p_task text) returns table (record_id uuid, job_number integer)
language plpgsql stable
as $$
begin
  return query
    select coalesce(j.payload ->> 'deliveryId', j.payload ->> 'recordId')::uuid, (j.payload ->> 'jobNumber')::integer
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = p_task and (j.locked_at is not null or j.attempts < j.max_attempts);
end
$$;
comment on function corkboard.live_jobs(text) is
  'The jobs of a task that run or will run, without those that failed too often: the delivery, with its job number, or other record of each.';
