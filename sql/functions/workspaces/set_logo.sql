-- Only processes of the previous release call it, with the image as it was uploaded.
create or replace function corkboard.set_logo(p_workspace uuid, p_media_type text, p_bytes bytea) returns corkboard.workspaces
language plpgsql
as $$
declare
  c_most_bytes constant integer := 204800;
  c_most_logos constant integer := 100;
  v_sha256 constant bytea := sha256(p_bytes);
  v_before corkboard.workspaces;
  v_workspace corkboard.workspaces;
begin
  perform corkboard.check_required('logo', p_bytes);
  perform corkboard.check_one_of('logo', p_media_type, '{image/png,image/jpeg,image/svg+xml}');
  if octet_length(p_bytes) not between 1 and c_most_bytes then
    perform corkboard.reject_field('logo', 'must be at most 200 KB');
  end if;
  perform corkboard.lock_workspace(p_workspace);
  if (select count(*) from corkboard.workspace_logos l where l.workspace_id = p_workspace) >= c_most_logos
     and not exists (select 1 from corkboard.workspace_logos l where l.workspace_id = p_workspace and l.sha256 = v_sha256)
  then
    perform corkboard.reject('conflict',
      format('This workspace has had %s logos, which is the most that are kept for its documents.', c_most_logos));
  end if;
  insert into corkboard.workspace_logos (workspace_id, sha256, media_type, bytes)
  values (p_workspace, v_sha256, p_media_type, p_bytes)
  on conflict (workspace_id, sha256) do nothing;
  select * into v_before from corkboard.workspaces w where w.id = p_workspace;
  update corkboard.workspaces w set logo_sha256 = v_sha256 where w.id = p_workspace returning * into v_workspace;
  if v_workspace is distinct from v_before then
    perform corkboard.record_audit(
      corkboard.current_actor(p_workspace), 'workspace.logo_changed', 'workspace', p_workspace);
  end if;
  return v_workspace;
end
$$;
comment on function corkboard.set_logo(uuid, text, bytea) is
  'Sets the logo on documents that are issued from now on. The caller checks that the bytes are an image of that type. Rejects with validation, not_found, conflict (100 logos are kept already).';
