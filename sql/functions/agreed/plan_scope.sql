-- A version of its own, because the client approves what a version says.
create or replace function corkboard.plan_scope(p_workspace uuid, p_project uuid, p_parts jsonb, p_version integer default null)
returns corkboard.scopes
language plpgsql
as $$
declare
  v_caller constant corkboard.caller := corkboard.current_actor(p_workspace);
  v_scope corkboard.scopes;
  v_plan jsonb;
begin
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.find_project(p_workspace, p_project);
  perform corkboard.check_scope_version(v_caller, p_project, p_version);
  select * into v_scope from corkboard.scopes s where s.workspace_id = p_workspace and s.project_id = p_project;
  if coalesce(v_scope.version, 0) = 0 then
    perform corkboard.reject('conflict', 'The scope was never drafted: draft it before its payment plan.');
  end if;
  v_plan := corkboard.check_payment_plan(p_parts, v_scope.price_cents, v_scope.currency);
  v_scope := corkboard.draft_scope(v_caller, p_project, v_scope.deliverables, null, null, null, null);
  update corkboard.scope_versions v set payment_plan = v_plan
   where v.workspace_id = p_workspace and v.project_id = p_project and v.version = v_scope.version;
  update corkboard.scopes s set payment_plan = v_plan where s.workspace_id = p_workspace and s.project_id = p_project
  returning * into v_scope;
  return v_scope;
end
$$;
comment on function corkboard.plan_scope(uuid, uuid, jsonb, integer) is
  'Drafts another version of a scope with this payment plan (null: none). p_version is the version that the caller read (null: any). Rejects with validation, not_found, conflict (never drafted, approved, or drafted again since).';
