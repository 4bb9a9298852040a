create or replace function corkboard.accept_ownership(p_workspace uuid, p_member uuid) returns corkboard.members
language plpgsql
as $$
declare
  v_member corkboard.members;
begin
  perform corkboard.resolve_ownership_offer(p_workspace, p_member);
  v_member := corkboard.transfer_ownership(p_workspace, p_member, 'member');
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'member.ownership_accepted', 'member', p_member);
  return v_member;
end
$$;
comment on function corkboard.accept_ownership(uuid, uuid) is
  'Makes a member the owner to whom ownership was offered, and the former owner a member. Emails both. Rejects with conflict (no offer).';
