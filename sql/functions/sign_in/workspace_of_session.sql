create or replace function corkboard.workspace_of_session(p_token_hash bytea, p_workspace uuid) returns uuid
language plpgsql stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select s.workspace_id from corkboard.sessions s
     where s.token_hash = p_token_hash and s.expires_at > clock_timestamp() and s.workspace_id = p_workspace);
end
$$;
comment on function corkboard.workspace_of_session(bytea, uuid) is
  'The workspace of a valid session, by the hash of its token; null if there is none.';
