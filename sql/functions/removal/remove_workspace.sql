create or replace function corkboard.remove_workspace(p_workspace uuid, p_after interval default '30 days')
returns corkboard.workspaces
language plpgsql
as $$
declare
  v_workspace constant corkboard.workspaces := corkboard.suspend_workspace(p_workspace);
  v_actor constant corkboard.caller := corkboard.current_actor(p_workspace);
begin
  if corkboard.schedule_removal(p_workspace, v_actor.label, clock_timestamp() + p_after) then
    perform corkboard.record_audit(v_actor, 'workspace.removal_scheduled', 'workspace', p_workspace);
  end if;
  return v_workspace;
end
$$;
comment on function corkboard.remove_workspace(uuid, interval) is
  'Suspends a workspace at once and has the worker remove it, with everything in it, after p_after. Until then resume_workspace cancels that. Requesting it again only ever brings the date forward. Rejects with not_found.';
