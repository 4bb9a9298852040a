create or replace function corkboard.sign_contract(p_workspace uuid, p_project uuid) returns corkboard.agreements
language plpgsql
as $$
declare
  v_project corkboard.projects;
  v_agreement corkboard.agreements;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_project := corkboard.find_project(p_workspace, p_project);
  insert into corkboard.agreements (workspace_id, project_id) values (p_workspace, p_project)
  on conflict (workspace_id, project_id) do nothing
  returning * into v_agreement;
  if not found then
    perform corkboard.refuse('conflict', 'The contract is signed already.');
  end if;
  perform corkboard.record_audit((p_workspace, 'app', 'operator'), 'contract.signed', 'agreement', v_agreement.id);
  perform corkboard.emit_event(p_workspace, 'contract.signed', (
    select row_to_json(d) from (select
      v_project.id as "projectId",
      v_project.name as "projectName",
      corkboard.client_name(v_project) as "clientName",
      corkboard.iso(v_agreement.signed_at) as "signedAt") d));
  return v_agreement;
end
$$;
comment on function corkboard.sign_contract(uuid, uuid) is
  'Signing makes the project''s agreement. Refuses with not_found, conflict (signed already). Emits contract.signed.';
