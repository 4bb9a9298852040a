-- Runs as the owner, because the service's role may not change the record of removals, and does nothing else, because Citus
-- lets no role read rows that another one has changed in the same transaction.
create or replace function corkboard.schedule_removal(p_workspace uuid, p_requested_by text, p_due_at timestamptz)
returns boolean
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into corkboard.workspace_removals as r (id, requested_by, due_at)
  values (p_workspace, p_requested_by, p_due_at)
  on conflict (id) do update
     -- A workspace that was removed may be back from a backup.
     set requested_by = excluded.requested_by, database_role = excluded.database_role,
         requested_at = excluded.requested_at, due_at = excluded.due_at, started_at = null, finished_at = null, counts = '{}'
   where excluded.due_at < r.due_at or r.finished_at is not null;
  return found;
end
$$;
comment on function corkboard.schedule_removal(uuid, text, timestamptz) is
  'Records that a workspace is to be removed, or that it is due earlier. Returns whether that changed anything. The caller has suspended the workspace, and holds its lock.';
