create or replace function corkboard.leave_workspace(p_workspace uuid, p_member uuid) returns corkboard.members
language plpgsql
as $$
declare
  v_member constant corkboard.members := corkboard.delete_member(p_workspace, p_member, 'The owner cannot leave. Hand over ownership first.');
begin
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'member.left', 'member', p_member);
  return v_member;
end
$$;
comment on function corkboard.leave_workspace(uuid, uuid) is
  'Ends the membership of the member who asks for it. Rejects with not_found, conflict (the owner).';
