create or replace function corkboard.open_session(p_member corkboard.members, p_token_hash bytea) returns void
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  insert into corkboard.sessions (workspace_id, member_id, token_hash, created_at, seen_at, confirmed_at, expires_at)
  values (p_member.workspace_id, p_member.id, p_token_hash, v_now, v_now, v_now, corkboard.session_end(v_now, v_now));
end
$$;
comment on function corkboard.open_session(corkboard.members, bytea) is
  'Begins a session of a member who has just proved who they are. The caller has checked that they have.';
