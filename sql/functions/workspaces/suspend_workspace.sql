-- Once this has committed, no write of a key and no action of a member or client commits, because they check the suspension
-- under the workspace's lock, and no attempt is claimed, because workers check it under the throttles' locks. Attempts that
-- were claimed before end as usual.
create or replace function corkboard.suspend_workspace(p_workspace uuid) returns corkboard.workspaces
language plpgsql
as $$
declare
  v_now timestamptz;
  v_workspace corkboard.workspaces;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_now := clock_timestamp();
  update corkboard.workspaces w set suspended_at = v_now
   where w.id = p_workspace and w.suspended_at is null;
  if found then
    perform corkboard.lock_workspace_throttles(p_workspace);
    perform corkboard.record_audit(
      corkboard.current_actor(p_workspace), 'workspace.suspended', 'workspace', p_workspace);
  end if;
  select * into v_workspace from corkboard.workspaces w where w.id = p_workspace;
  return v_workspace;
end
$$;
comment on function corkboard.suspend_workspace(uuid) is
  'Suspends a workspace: its API keys are rejected, nothing is sent, share links show that they are unavailable, members can only read, and the overdue check waits. Events are recorded. Suspending it again changes nothing. Rejects with not_found.';
