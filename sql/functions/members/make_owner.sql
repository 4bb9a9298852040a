create or replace function corkboard.make_owner(p_workspace uuid, p_member uuid) returns corkboard.members
language plpgsql
as $$
declare
  v_member corkboard.members;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_member := corkboard.require_record(null::corkboard.members, p_workspace, p_member, 'member');
  perform corkboard.check_not_owner(v_member);
  v_member := corkboard.transfer_ownership(p_workspace, p_member, 'operator');
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'member.made_owner', 'member', p_member);
  return v_member;
end
$$;
comment on function corkboard.make_owner(uuid, uuid) is
  'Makes a member the owner without an offer, if the owner is unreachable; the former owner stays a member, and both are emailed. Rejects with not_found, conflict (already the owner).';
