create or replace function corkboard.approve_scope(
  p_workspace uuid, p_project uuid, p_name text, p_version integer default null
) returns corkboard.scopes
language plpgsql
as $$
declare
  v_now timestamptz;
  v_recorder constant text := corkboard.current_recorder();
  v_project corkboard.projects;
  v_scope corkboard.scopes;
  v_parties json;
begin
  perform corkboard.check_required('approvedBy', p_name);
  perform corkboard.check_typed_name('approvedBy', p_name);
  perform corkboard.lock_workspace(p_workspace);
  v_project := corkboard.find_project(p_workspace, p_project);
  select * into v_scope from corkboard.scopes s where s.workspace_id = p_workspace and s.project_id = p_project;
  perform corkboard.reject_conflict(corkboard.scope_approval_conflict(v_scope, p_version));
  v_now := clock_timestamp();
  v_parties := corkboard.party_snapshot(p_workspace, p_project);
  update corkboard.scopes s
     set approved_at = v_now, approved_by = p_name, approval_recorded_by = v_recorder,
         party_snapshot = v_parties
   where s.workspace_id = p_workspace and s.id = v_scope.id
  returning * into v_scope;
  perform corkboard.add_agreed_items(p_workspace, p_project);
  perform corkboard.issue_document(p_workspace, 'scope', p_project);
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'scope.approved', 'scope', v_scope.id);
  perform corkboard.emit_event(p_workspace, 'scope.approved', (
    select row_to_json(d) from (select
      v_project.id as "projectId",
      v_project.name as "projectName",
      corkboard.client_name(v_project) as "clientName",
      p_name as "approvedName",
      v_scope.price_cents as "priceCents",
      v_scope.currency as "currency",
      corkboard.iso(v_scope.approved_at) as "approvedAt") d));
  perform corkboard.notify_members(p_workspace, 'approved', 'scope.approved', array[v_project.id]);
  return v_scope;
end
$$;
comment on function corkboard.approve_scope(uuid, uuid, text, integer) is
  'Approves the scope in the client''s name and keeps a snapshot of the parties, and issues its document. If someone other than the client calls this, they are stored as the recorder. p_version is the version that the client read; null: any. Rejects with validation, not_found, conflict (never drafted, already approved, drafted again since). Emits scope.approved and notifies members.';
