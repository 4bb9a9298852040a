create or replace function corkboard.remove_logo(p_workspace uuid) returns corkboard.workspaces
language plpgsql
as $$
declare
  v_workspace corkboard.workspaces;
begin
  perform corkboard.lock_workspace(p_workspace);
  update corkboard.workspaces w set logo_sha256 = null
   where w.id = p_workspace and w.logo_sha256 is not null
  returning * into v_workspace;
  if not found then
    perform corkboard.reject('conflict', 'This workspace has no logo.');
  end if;
  perform corkboard.drop_unused_logos(v_workspace);
  perform corkboard.record_audit(
    corkboard.current_actor(p_workspace), 'workspace.logo_removed', 'workspace', p_workspace);
  return v_workspace;
end
$$;
comment on function corkboard.remove_logo(uuid) is
  'Removes the logo from documents that are issued from now on; issued ones keep it. Rejects with not_found, conflict (there is none).';
