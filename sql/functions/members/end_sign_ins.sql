-- The codes of an address work for every workspace that it is a member of, so all of them end. They are locked by then.
create or replace function corkboard.end_sign_ins(p_workspace uuid, p_member uuid) returns corkboard.members
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_member constant corkboard.members := corkboard.end_workspace_sign_ins(p_workspace, p_member);
begin
  update corkboard.sign_ins s set expires_at = v_now
   where corkboard.normalize_email(s.email) = corkboard.normalize_email(v_member.email) and s.expires_at > v_now;
  return v_member;
end
$$;
comment on function corkboard.end_sign_ins(uuid, uuid) is
  'Ends a member''s sessions, unused sign-in links and pending email changes in this workspace, and all codes of the address. Rejects with not_found.';
