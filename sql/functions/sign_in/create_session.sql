create or replace function corkboard.create_session(p_member corkboard.members, p_token_hash bytea) returns void
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  -- Changing a member's address locks the member and ends the sessions. A sign-in that found the member by the former
  -- address waits here for that change to commit, and then must not start a session.
  update corkboard.members m set signed_in_at = v_now
   where m.workspace_id = p_member.workspace_id and m.id = p_member.id and m.email = p_member.email;
  if not found then
    perform corkboard.reject('conflict', 'This email address was just changed. Sign in with the new one.');
  end if;
  insert into corkboard.sessions (workspace_id, member_id, token_hash, created_at, seen_at, confirmed_at, expires_at)
  values (p_member.workspace_id, p_member.id, p_token_hash, v_now, v_now, v_now, corkboard.session_expiry(v_now, v_now));
end
$$;
comment on function corkboard.create_session(corkboard.members, bytea) is
  'Starts a session for a member whose identity the caller has just verified. Rejects with conflict if the member''s address changed meanwhile.';
