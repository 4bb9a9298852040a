-- Codes first, as a sign-in by code locks its code before it starts a session: a sign-in that came first is waited for, and
-- its session is ended with the others; one that comes later finds that the member was signed out.
create or replace function corkboard.end_workspace_sign_ins(p_workspace uuid, p_member uuid) returns corkboard.members
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_member corkboard.members;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_member := corkboard.require_record(null::corkboard.members, p_workspace, p_member, 'member');
  -- In the order of reserve_code_attempt.
  perform 1 from corkboard.sign_ins s
    where corkboard.normalize_email(s.email) = corkboard.normalize_email(v_member.email) and s.expires_at > v_now
    order by s.id desc
      for update;
  perform corkboard.end_member_sessions(p_workspace, p_member);
  update corkboard.members m set signed_out_at = v_now where m.workspace_id = p_workspace and m.id = p_member
  returning * into v_member;
  return v_member;
end
$$;
comment on function corkboard.end_workspace_sign_ins(uuid, uuid) is
  'Ends a member''s sessions, unused sign-in links and pending email changes in this workspace, and keeps codes that were asked for before from working for it. Rejects with not_found.';
