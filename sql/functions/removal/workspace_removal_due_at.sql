-- Volatile, because an action reads it in the statement that requests the removal. Runs as the owner, who has written what it
-- reads then (schedule_removal).
create or replace function corkboard.workspace_removal_due_at(p_workspace corkboard.workspaces) returns timestamptz
language sql volatile
security definer
set search_path = pg_catalog, pg_temp
as $$
  select r.due_at from corkboard.workspace_removals r
   where p_workspace.suspended_at is not null and r.id = p_workspace.id and r.finished_at is null
$$;
comment on function corkboard.workspace_removal_due_at(corkboard.workspaces) is
  'When the removal of a workspace begins or began; null if none was requested.';
