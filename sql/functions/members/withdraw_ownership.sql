create or replace function corkboard.withdraw_ownership(p_workspace uuid, p_member uuid) returns corkboard.members
language plpgsql
as $$
declare
  v_member constant corkboard.members := corkboard.resolve_ownership_offer(p_workspace, p_member);
begin
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'member.ownership_withdrawn', 'member', p_member);
  return v_member;
end
$$;
comment on function corkboard.withdraw_ownership(uuid, uuid) is
  'Withdraws the ownership offer that was made to a member. Rejects with conflict (no offer).';
