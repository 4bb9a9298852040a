create or replace function corkboard.request_scope_changes(
  p_workspace uuid, p_project uuid, p_name text, p_text text, p_version integer default null, p_from inet default null,
  p_with text default null
) returns corkboard.scope_change_requests
language plpgsql
as $$
declare
  -- Many more than a client makes, and few enough that a link in wrong hands fills no mailbox.
  c_max_open constant integer := 10;
  v_scope corkboard.scopes;
  v_open integer;
  v_request corkboard.scope_change_requests;
begin
  perform corkboard.check_required('requestedBy', p_name);
  perform corkboard.check_typed_name('requestedBy', p_name);
  perform corkboard.check_required('text', p_text);
  perform corkboard.check_text('text', p_text, 5000);
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.find_project(p_workspace, p_project);
  select * into v_scope from corkboard.scopes s where s.workspace_id = p_workspace and s.project_id = p_project;
  perform corkboard.reject_conflict(corkboard.scope_approval_conflict(v_scope, p_version));
  select count(*) into v_open from corkboard.scope_change_requests r
   where r.workspace_id = p_workspace and r.project_id = p_project and r.resolved_at is null;
  if v_open >= c_max_open then
    perform corkboard.reject('conflict', format(
      '%s requests for this scope are still open. Wait for an answer before you send another one.', c_max_open));
  end if;
  insert into corkboard.scope_change_requests (
    workspace_id, project_id, scope_version, requested_by, text, requested_from, requested_with)
  values (p_workspace, p_project, v_scope.version, p_name, p_text, p_from, corkboard.kept_browser(p_with))
  returning * into v_request;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'scope.changes_requested', 'scope', v_scope.id);
  perform corkboard.notify_members(p_workspace, 'declined', 'scope.changes_requested', array[p_project]);
  return v_request;
end
$$;
comment on function corkboard.request_scope_changes(uuid, uuid, text, text, integer, inet, text) is
  'Stores what a client asks to change in a scope instead of approving it. p_version is the version that was read (null: any). Rejects with validation, not_found, conflict (never drafted, already approved, drafted again since, ten requests open). Notifies members, and emits no event.';
