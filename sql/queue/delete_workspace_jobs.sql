create or replace function corkboard.delete_workspace_jobs(p_workspace uuid, p_batch integer) returns integer
language sql
as $$
  -- complete_jobs leaves the jobs that a worker runs.
  select count(*)::integer from graphile_worker.complete_jobs(array(
    select j.id from graphile_worker._private_jobs j
     where j.payload ->> 'workspaceId' = p_workspace::text and j.locked_at is null
     limit p_batch
       for update skip locked))
$$;
comment on function corkboard.delete_workspace_jobs(uuid, integer) is
  'Deletes up to a batch of a workspace''s jobs and returns how many. Leaves those that a worker runs.';
