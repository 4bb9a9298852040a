-- Counted by session, not by address or network: anyone can request codes for an owner's address, and the owner must
-- still be able to revoke a key.
create or replace function corkboard.request_reauthentication(p_session_hash bytea, p_browser_hash bytea, p_next text, p_workspace uuid) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_email text;
begin
  -- Locked, so that concurrent requests of the same session are counted one after the other.
  select m.email into v_email
    from corkboard.sessions s
    join corkboard.members m on m.workspace_id = p_workspace and m.id = s.member_id
   where s.token_hash = p_session_hash and s.expires_at > v_now and s.workspace_id = p_workspace
     for update of s;
  if found and (select count(*) from corkboard.sign_ins s
       where s.session_hash = p_session_hash and s.created_at > v_now - interval '1 hour') < 5
  then
    perform corkboard.create_sign_in(v_email, p_browser_hash, null, p_session_hash, p_next, true, null);
  end if;
end
$$;
comment on function corkboard.request_reauthentication(bytea, bytea, text, uuid) is
  'Sends a code to the member of a session, so that they can prove their identity again. Does nothing if the token has no session, or from the sixth request in an hour on.';
