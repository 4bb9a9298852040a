create or replace function corkboard.check_contract_read(p_workspace uuid, p_project uuid, p_document_sha256 bytea) returns uuid
language plpgsql
as $$
begin
  if p_document_sha256 <> coalesce(
    (select a.document_sha256 from corkboard.agreements a where a.workspace_id = p_workspace and a.project_id = p_project),
    sha256(convert_to(corkboard.contract_document(p_workspace, p_project)::text, 'UTF8')))
  then
    perform corkboard.reject('conflict', 'The contract was changed since it was read: read the new one first.');
  end if;
  return p_workspace;
end
$$;
comment on function corkboard.check_contract_read(uuid, uuid, bytea) is
  'Returns the workspace if the contract of a project is the document with this SHA-256 (null: any). Call it with the workspace locked. Rejects with conflict (changed since).';
