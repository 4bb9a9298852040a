-- Runs as the owner, because the service's role may not change the record of removals.
create or replace function corkboard.remove_workspace(p_workspace uuid, p_after interval default '30 days')
returns corkboard.workspaces
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_workspace constant corkboard.workspaces := corkboard.suspend_workspace(p_workspace);
  v_actor constant corkboard.caller := corkboard.current_actor(p_workspace);
  v_due_at constant timestamptz := clock_timestamp() + p_after;
begin
  insert into corkboard.workspace_removals as r (id, requested_by, due_at)
  values (p_workspace, v_actor.label, v_due_at)
  on conflict (id) do update
     -- A workspace that was removed may be back from a backup.
     set requested_by = excluded.requested_by, database_role = excluded.database_role,
         requested_at = excluded.requested_at, due_at = excluded.due_at, started_at = null, finished_at = null, counts = '{}'
   where excluded.due_at < r.due_at or r.finished_at is not null;
  if found then
    perform corkboard.record_audit(v_actor, 'workspace.removal_scheduled', 'workspace', p_workspace);
  end if;
  return v_workspace;
end
$$;
comment on function corkboard.remove_workspace(uuid, interval) is
  'Suspends a workspace at once and has the worker remove it, with everything in it, after p_after. Until then resume_workspace cancels that. Requesting it again only ever brings the date forward. Rejects with not_found.';
