create or replace function corkboard.decline_ownership(p_workspace uuid, p_member uuid) returns corkboard.members
language plpgsql
as $$
declare
  v_member constant corkboard.members := corkboard.resolve_ownership_offer(p_workspace, p_member);
begin
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'member.ownership_declined', 'member', p_member);
  return v_member;
end
$$;
comment on function corkboard.decline_ownership(uuid, uuid) is
  'Declines the ownership offer for the member to whom it was made. Rejects with conflict (no offer).';
