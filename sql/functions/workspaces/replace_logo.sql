-- Earlier versions stored images as they were uploaded. The first document that shows one converts it.
create or replace function corkboard.replace_logo(p_workspace uuid, p_sha256 bytea, p_png bytea) returns void
language plpgsql
as $$
begin
  perform corkboard.lock_workspace(p_workspace);
  if exists (select 1 from corkboard.workspaces w where w.id = p_workspace and w.logo_sha256 = p_sha256) then
    perform corkboard.store_logo(p_workspace, p_png);
  end if;
end
$$;
comment on function corkboard.replace_logo(uuid, bytea, bytea) is
  'Replaces the logo of a workspace by the PNG that was made of it, unless it has another one meanwhile. Documents that were issued keep theirs. Rejects with not_found.';
