create or replace function corkboard.has_workspace_jobs(p_workspace uuid) returns boolean
language sql stable
as $$
  select exists (select 1 from graphile_worker._private_jobs j where j.payload ->> 'workspaceId' = p_workspace::text)
$$;
comment on function corkboard.has_workspace_jobs(uuid) is
  'Whether jobs of a workspace are in the queue, running ones included.';
