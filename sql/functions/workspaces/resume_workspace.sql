create or replace function corkboard.resume_workspace(p_workspace uuid) returns corkboard.workspaces
language plpgsql
as $$
declare
  v_workspace corkboard.workspaces;
begin
  if exists (select 1 from corkboard.workspaces w where w.id = p_workspace and w.removed_at is not null) then
    perform corkboard.reject('conflict', 'The removal of this workspace has begun and cannot be undone.');
  end if;
  perform corkboard.lock_workspace(p_workspace);
  update corkboard.workspaces w set suspended_at = null
   where w.id = p_workspace and w.suspended_at is not null;
  if found then
    perform corkboard.cancel_removal(p_workspace);
    perform corkboard.lock_workspace_throttles(p_workspace);
    update corkboard.webhook_throttles t set has_waiting = true
     where t.workspace_id = p_workspace
       and exists (select 1 from corkboard.webhook_throttled_deliveries w where w.workspace_id = p_workspace and w.endpoint_id = t.id);
    perform corkboard.record_audit(
      corkboard.current_actor(p_workspace), 'workspace.resumed', 'workspace', p_workspace);
  end if;
  select * into v_workspace from corkboard.workspaces w where w.id = p_workspace;
  return v_workspace;
end
$$;
comment on function corkboard.resume_workspace(uuid) is
  'Ends the suspension of a workspace and cancels its removal. Deliveries that became due meanwhile are sent at the pace of their endpoints. Resuming it again changes nothing. Rejects with not_found, conflict (its removal has begun).';
