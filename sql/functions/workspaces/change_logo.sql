create or replace function corkboard.change_logo(p_workspace uuid, p_png bytea) returns corkboard.workspaces
language plpgsql
as $$
declare
  v_before corkboard.workspaces;
  v_workspace corkboard.workspaces;
begin
  perform corkboard.check_required('logo', p_png);
  perform corkboard.lock_workspace(p_workspace);
  select * into v_before from corkboard.workspaces w where w.id = p_workspace;
  v_workspace := corkboard.store_logo(p_workspace, p_png);
  if v_workspace is distinct from v_before then
    perform corkboard.record_audit(
      corkboard.current_actor(p_workspace), 'workspace.logo_changed', 'workspace', p_workspace);
  end if;
  return v_workspace;
end
$$;
comment on function corkboard.change_logo(uuid, bytea) is
  'Sets the logo on documents that are issued from now on. The caller has made the PNG. Rejects with validation, not_found.';
