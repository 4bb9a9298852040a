create or replace function corkboard.invite_member(p_workspace uuid, p_email text) returns corkboard.invitations
language plpgsql
as $$
declare
  v_invitation corkboard.invitations;
begin
  perform corkboard.check_required('email', p_email);
  perform corkboard.check_email('email', p_email);
  perform corkboard.lock_workspace(p_workspace);
  perform 1 from corkboard.open_invitations(p_email) i where i.workspace_id = p_workspace;
  if found then
    perform corkboard.reject('conflict', format('%s has an open invitation already. You can send it again.', p_email));
  end if;
  perform corkboard.check_email_available(p_workspace, null, p_email);
  perform corkboard.check_invitation_seat(p_workspace);
  v_invitation := corkboard.create_invitation(p_workspace, p_email);
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'invitation.sent', 'invitation', v_invitation.id);
  return v_invitation;
end
$$;
comment on function corkboard.invite_member(uuid, text) is
  'Invites a person to become a member, by an email with a link that is valid for 7 days. Rejects with validation, not_found, conflict (a member or invited already), plan_limit (members and open invitations take all seats), rate_limited.';
