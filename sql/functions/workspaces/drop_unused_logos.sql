create or replace function corkboard.drop_unused_logos(p_workspace corkboard.workspaces) returns void
language plpgsql
as $$
begin
  delete from corkboard.workspace_logos l
   where l.workspace_id = p_workspace.id and not l.is_used and l.sha256 is distinct from p_workspace.logo_sha256;
end
$$;
comment on function corkboard.drop_unused_logos(corkboard.workspaces) is
  'Removes former logos that no document was issued with. The caller holds the workspace''s lock.';
