create or replace function corkboard.store_logo(p_workspace uuid, p_png bytea) returns corkboard.workspaces
language plpgsql
as $$
declare
  v_sha256 constant bytea := sha256(p_png);
  v_workspace corkboard.workspaces;
begin
  insert into corkboard.workspace_logos (workspace_id, sha256, bytes)
  values (p_workspace, v_sha256, p_png)
  on conflict (workspace_id, sha256) do nothing;
  update corkboard.workspaces w set logo_sha256 = v_sha256 where w.id = p_workspace returning * into v_workspace;
  perform corkboard.drop_unused_logos(v_workspace);
  return v_workspace;
end
$$;
comment on function corkboard.store_logo(uuid, bytea) is
  'Stores a PNG as the logo of a workspace, whose lock the caller holds.';
