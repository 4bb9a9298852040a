create or replace function corkboard.remove_member(p_workspace uuid, p_member uuid) returns corkboard.members
language plpgsql
as $$
declare
  v_member constant corkboard.members := corkboard.delete_member(p_workspace, p_member, 'The owner cannot be removed.');
begin
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'member.removed', 'member', p_member);
  return v_member;
end
$$;
comment on function corkboard.remove_member(uuid, uuid) is
  'Removes a member and frees the seat. Rejects with not_found, conflict (the owner).';
