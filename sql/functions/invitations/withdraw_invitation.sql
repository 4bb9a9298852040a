create or replace function corkboard.withdraw_invitation(p_workspace uuid, p_invitation uuid) returns corkboard.invitations
language plpgsql
as $$
declare
  v_invitation corkboard.invitations;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_invitation := corkboard.find_invitation(p_workspace, p_invitation);
  perform corkboard.close_invitations(p_workspace, v_invitation.email);
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'invitation.withdrawn', 'invitation', p_invitation);
  return v_invitation;
end
$$;
comment on function corkboard.withdraw_invitation(uuid, uuid) is
  'Ends an invitation, whose link stops working. Rejects with not_found, conflict (it has ended).';
