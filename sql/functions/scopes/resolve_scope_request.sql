create or replace function corkboard.resolve_scope_request(p_workspace uuid, p_request uuid)
returns corkboard.scope_change_requests
language plpgsql
as $$
declare
  v_now timestamptz;
  v_actor corkboard.caller;
  v_request corkboard.scope_change_requests;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_request := corkboard.require_record(null::corkboard.scope_change_requests, p_workspace, p_request, 'change request');
  if v_request.resolved_at is not null then
    return v_request;
  end if;
  v_now := clock_timestamp();
  v_actor := corkboard.current_actor(p_workspace);
  update corkboard.scope_change_requests r set resolved_at = v_now, resolved_by = v_actor.label
   where r.workspace_id = p_workspace and r.id = p_request
  returning * into v_request;
  perform corkboard.record_audit(v_actor, 'scope.request_resolved', 'scope', (
    select s.id from corkboard.scopes s where s.workspace_id = p_workspace and s.project_id = v_request.project_id));
  return v_request;
end
$$;
comment on function corkboard.resolve_scope_request(uuid, uuid) is
  'Marks a client''s request to change a scope as done. Does nothing if it is marked already. Rejects with not_found.';
