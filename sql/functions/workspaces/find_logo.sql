-- The address of a logo is its SHA-256. Only someone who has the logo could guess it, so this enters the workspace.
create or replace function corkboard.find_logo(p_workspace uuid, p_sha256 bytea) returns setof bytea
language plpgsql
rows 1
as $$
begin
  perform corkboard.enter_workspace(p_workspace);
  return query select l.bytes from corkboard.workspace_logos l where l.workspace_id = p_workspace and l.sha256 = p_sha256;
end
$$;
comment on function corkboard.find_logo(uuid, bytea) is
  'A logo that a workspace has or had on its documents. No row if there is none with this SHA-256.';
