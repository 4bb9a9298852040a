create or replace function corkboard.duplicate_scope(p_workspace uuid, p_project uuid, p_to uuid) returns corkboard.scopes
language plpgsql
as $$
declare
  v_scope corkboard.scopes;
  v_copy corkboard.scopes;
begin
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.find_project(p_workspace, p_project), corkboard.find_project(p_workspace, p_to);
  select * into v_scope from corkboard.scopes s where s.workspace_id = p_workspace and s.project_id = p_project and s.version > 0;
  perform corkboard.reject_conflict(case
    when v_scope.id is null
    then 'This project has no scope to duplicate.'
    when exists (
      select 1 from corkboard.scopes s where s.workspace_id = p_workspace and s.project_id = p_to and s.version > 0)
    then 'That project has a scope already.'
  end);
  -- The draft keeps the plan that the scope has.
  update corkboard.scopes s set payment_plan = v_scope.payment_plan where s.workspace_id = p_workspace and s.project_id = p_to;
  v_copy := corkboard.draft_scope(
    corkboard.current_actor(p_workspace), p_to, v_scope.deliverables, v_scope.revision_rounds, v_scope.timeline,
    v_scope.price_cents, v_scope.currency);
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'scope.duplicated', 'scope', v_scope.id);
  return v_copy;
end
$$;
comment on function corkboard.duplicate_scope(uuid, uuid, uuid) is
  'Drafts the first version of a project''s scope (p_to) with the deliverables, price, payment plan, rounds and timeline of another project''s, and returns it. Rejects with not_found, conflict (nothing to duplicate, the project has a scope or an agreement).';
