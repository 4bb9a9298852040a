create or replace function corkboard.check_scope_read(p_workspace uuid, p_project uuid, p_version integer) returns uuid
language plpgsql
as $$
begin
  if exists (
    select 1 from corkboard.scopes s
     where s.workspace_id = p_workspace and s.project_id = p_project and s.version <> p_version)
  then
    perform corkboard.reject('conflict', 'The scope was drafted again since it was read: read the new one first.');
  end if;
  return p_workspace;
end
$$;
comment on function corkboard.check_scope_read(uuid, uuid, integer) is
  'Returns the workspace if p_version (null: any) is the current version of the project''s scope. Call it with the workspace locked. Rejects with conflict (drafted again since).';
