create or replace function corkboard.session_suffix(p_token_hash bytea) returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return coalesce((select corkboard.secret_suffix(s.workspace_id) from corkboard.sessions s where s.token_hash = p_token_hash), '');
end
$$;
comment on function corkboard.session_suffix(bytea) is
  'What follows the token of a session that was just started (secret_suffix); empty if there is no such session.';
