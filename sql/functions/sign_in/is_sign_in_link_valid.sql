create or replace function corkboard.is_sign_in_link_valid(p_link_hash bytea, p_workspace uuid) returns boolean
language plpgsql stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (
    select 1 from corkboard.sign_in_links l where l.link_hash = p_link_hash and l.expires_at > clock_timestamp()
      and l.workspace_id = p_workspace);
end
$$;
comment on function corkboard.is_sign_in_link_valid(bytea, uuid) is
  'Whether a sign-in link would sign a member in. Does not use the link up.';
