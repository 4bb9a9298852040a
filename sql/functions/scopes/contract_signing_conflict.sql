create or replace function corkboard.contract_signing_conflict(p_workspace uuid, p_project uuid, p_document_sha256 bytea) returns text
language plpgsql stable
as $$
begin
  return case
    when exists (select 1 from corkboard.agreements a where a.workspace_id = p_workspace and a.project_id = p_project)
    then 'The contract is signed already.'
    when sha256(convert_to(corkboard.contract_document(p_workspace, p_project)::text, 'UTF8')) <> p_document_sha256
    then 'The contract was changed since it was read: read the new one first.'
  end;
end
$$;
comment on function corkboard.contract_signing_conflict(uuid, uuid, bytea) is
  'Why the contract of a project can''t be signed as the document with this SHA-256 (null: any); null if it can.';
