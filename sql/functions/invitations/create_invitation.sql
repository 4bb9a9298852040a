create or replace function corkboard.create_invitation(p_workspace uuid, p_email text) returns corkboard.invitations
language plpgsql
as $$
declare
  c_valid constant interval := '7 days';
  c_max_a_day constant integer := 50;
  -- Protects a mailbox from an owner who sends the same invitation again and again.
  c_max_of_address constant integer := 5;
  v_now constant timestamptz := clock_timestamp();
  v_sent integer;
  v_sent_to_address integer;
  v_invitation corkboard.invitations;
begin
  perform corkboard.check_email_available(p_workspace, null, p_email);
  select count(*), count(*) filter (where corkboard.normalize_email(i.email) = corkboard.normalize_email(p_email))
    into v_sent, v_sent_to_address
    from corkboard.invitations i where i.workspace_id = p_workspace and i.created_at > v_now - interval '1 day';
  if v_sent >= c_max_a_day or v_sent_to_address >= c_max_of_address then
    perform corkboard.reject('rate_limited', format(
      'A workspace can send %s invitations a day, and %s to the same address. Try again tomorrow.', c_max_a_day, c_max_of_address));
  end if;
  perform corkboard.close_invitations(p_workspace, p_email);
  insert into corkboard.invitations (workspace_id, email, created_at, expires_at)
  values (p_workspace, p_email, v_now, v_now + c_valid)
  returning * into v_invitation;
  perform corkboard.notify_member(p_workspace, v_invitation.id, 'invitation', p_email, jsonb_build_object(
    'ownerEmail', corkboard.owner_email(p_workspace), 'expiresAt', corkboard.iso(v_invitation.expires_at)));
  return v_invitation;
end
$$;
comment on function corkboard.create_invitation(uuid, text) is
  'Adds an invitation, valid for 7 days, in place of an earlier one of the same address, and the job that emails it. The caller holds the workspace''s lock. Rejects with conflict (already a member), rate_limited (51st a day, or sixth a day to an address).';
