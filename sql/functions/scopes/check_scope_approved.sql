create or replace function corkboard.check_scope_approved(p_workspace uuid, p_project uuid) returns uuid
language plpgsql
as $$
begin
  perform 1 from corkboard.scopes s
    where s.workspace_id = p_workspace and s.project_id = p_project and s.approved_at is not null;
  if not found
     and not exists (select 1 from corkboard.agreements a where a.workspace_id = p_workspace and a.project_id = p_project) then
    perform corkboard.reject('conflict', 'The contract can be signed once the scope is approved.');
  end if;
  return p_workspace;
end
$$;
comment on function corkboard.check_scope_approved(uuid, uuid) is
  'Returns the workspace if the project''s scope is approved. The console and share links call it before sign_contract, with the workspace locked; sign_contract itself does not require approval. Rejects with conflict (not approved), unless the contract is already signed, which sign_contract rejects.';
