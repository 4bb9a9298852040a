-- The audit log remembers it: nothing else is changed.
create or replace function corkboard.dismiss_first_steps(p_workspace uuid) returns corkboard.workspaces
language plpgsql
as $$
declare
  v_workspace corkboard.workspaces;
begin
  perform corkboard.lock_workspace(p_workspace);
  select * into v_workspace from corkboard.workspaces w where w.id = p_workspace;
  if corkboard.times_done(p_workspace, p_workspace, 'workspace.steps_dismissed') = 0 then
    perform corkboard.record_audit(
      corkboard.current_actor(p_workspace), 'workspace.steps_dismissed', 'workspace', p_workspace);
  end if;
  return v_workspace;
end
$$;
comment on function corkboard.dismiss_first_steps(uuid) is
  'Hides the first steps on the workspace''s home page for good; again it does nothing. Rejects with not_found.';
