-- Codes first, as a sign-in by code locks its code before it starts a session: a sign-in that came first is waited for, and
-- its session is ended with the others; one that comes later finds its code expired. The codes of an address work for
-- every workspace that it is a member of, so all of them end.
create or replace function corkboard.end_sign_ins(p_workspace uuid, p_member uuid) returns corkboard.members
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_member corkboard.members;
  v_sign_ins uuid[];
begin
  perform corkboard.lock_workspace(p_workspace);
  select * into v_member from corkboard.members m where m.workspace_id = p_workspace and m.id = p_member;
  if not found then
    perform corkboard.reject('not_found', 'No member with this id.');
  end if;
  -- In the order of reserve_code_attempt.
  v_sign_ins := array(
    select s.id from corkboard.sign_ins s
     where corkboard.normalize_email(s.email) = corkboard.normalize_email(v_member.email) and s.expires_at > v_now
     order by s.id desc
       for update);
  update corkboard.sign_ins s set expires_at = v_now where s.id = any (v_sign_ins);
  perform corkboard.end_member_sessions(p_workspace, p_member);
  return v_member;
end
$$;
comment on function corkboard.end_sign_ins(uuid, uuid) is
  'Ends a member''s sessions, unused sign-in links and codes, and pending email changes. Rejects with not_found.';
