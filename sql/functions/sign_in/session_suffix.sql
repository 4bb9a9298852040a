create or replace function corkboard.session_suffix(p_token_hash bytea) returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not corkboard.has_citus() then
    return '';
  end if;
  return coalesce(corkboard.secret_suffix(corkboard.workspace_of_session(p_token_hash)), '');
end
$$;
comment on function corkboard.session_suffix(bytea) is
  'What follows the token of a session that was just started (secret_suffix); empty if there is no such session.';
