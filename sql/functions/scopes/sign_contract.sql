create or replace function corkboard.sign_contract(
  p_workspace uuid, p_project uuid, p_name text default null, p_document_sha256 bytea default null,
  p_from inet default null, p_with text default null
) returns corkboard.agreements
language plpgsql
as $$
declare
  v_project corkboard.projects;
  v_document json;
  v_agreement corkboard.agreements;
begin
  perform corkboard.check_typed_name('signedBy', p_name);
  perform corkboard.lock_workspace(p_workspace);
  v_project := corkboard.find_project(p_workspace, p_project);
  perform corkboard.reject_conflict(corkboard.contract_signing_conflict(p_workspace, p_project, p_document_sha256));
  v_document := corkboard.contract_document(p_workspace, p_project);
  insert into corkboard.agreements
    (workspace_id, project_id, document, document_sha256, signed_by, signed_from, signed_with, recorded_by)
  values
    (p_workspace, p_project, v_document, sha256(convert_to(v_document::text, 'UTF8')), p_name, p_from, corkboard.kept_browser(p_with),
     corkboard.current_recorder())
  returning * into v_agreement;
  perform corkboard.issue_document(p_workspace, 'contract', p_project);
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'contract.signed', 'agreement', v_agreement.id);
  perform corkboard.emit_event(p_workspace, 'contract.signed', (
    select row_to_json(d) from (select
      v_project.id as "projectId",
      v_project.name as "projectName",
      corkboard.client_name(v_project) as "clientName",
      corkboard.iso(v_agreement.signed_at) as "signedAt") d));
  perform corkboard.notify_members(p_workspace, 'signed', 'contract.signed', array[v_project.id]);
  return v_agreement;
end
$$;
comment on function corkboard.sign_contract(uuid, uuid, text, bytea, inet, text) is
  'Creates the project''s agreement, which stores the document, the signer''s name, IP address and browser, and issues its document. If someone other than the client calls this, they are stored as the recorder. p_document_sha256 is that of the document that was read; null: any. Rejects with validation, not_found, conflict (already signed, changed since). Emits contract.signed and notifies members.';
