create or replace function corkboard.sign_out(p_token_hash bytea, p_workspace uuid) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from corkboard.sessions s where s.token_hash = p_token_hash and s.workspace_id = p_workspace;
end
$$;
comment on function corkboard.sign_out(bytea, uuid) is 'Ends the session with this token, if there is one.';
