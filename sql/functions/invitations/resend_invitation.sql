create or replace function corkboard.resend_invitation(p_workspace uuid, p_invitation uuid) returns corkboard.invitations
language plpgsql
as $$
declare
  v_invitation corkboard.invitations;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_invitation := corkboard.find_invitation(p_workspace, p_invitation);
  -- An open one has its seat already.
  if v_invitation.expires_at <= clock_timestamp() then
    perform corkboard.check_invitation_seat(p_workspace);
  end if;
  v_invitation := corkboard.create_invitation(p_workspace, v_invitation.email);
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'invitation.resent', 'invitation', v_invitation.id);
  return v_invitation;
end
$$;
comment on function corkboard.resend_invitation(uuid, uuid) is
  'Replaces an invitation by a new one, with another link, and emails it. Rejects with not_found, conflict (it has ended, or a member has the address), plan_limit (it had expired, and all seats are taken), rate_limited.';
