create or replace function corkboard.prepare_invitation_mail(p_workspace uuid, p_invitation uuid)
returns table (
  token text, email text, "workspaceName" text, "ownerEmail" text, "expiresAt" text, locale text, "timeZone" text
)
language plpgsql
as $$
declare
  v_token constant text := corkboard.new_share_token();
  v_hash constant bytea := sha256(convert_to(v_token, 'UTF8'));
  v_now timestamptz;
  v_invitation corkboard.invitations;
begin
  perform corkboard.check_not_copy();
  perform corkboard.enter_workspace(p_workspace);
  v_now := clock_timestamp();
  update corkboard.invitations i set token_hash = v_hash
   where i.workspace_id = p_workspace and i.id = p_invitation and i.ended_at is null and i.expires_at > v_now
  returning * into v_invitation;
  return query
    select v_token || corkboard.secret_suffix(p_workspace), v_invitation.email, w.name, m.email,
           corkboard.iso(v_invitation.expires_at), w.locale, w.time_zone
      from corkboard.workspaces w
      join corkboard.members m on m.workspace_id = w.id and m.role = 'owner'
     where w.id = p_workspace and w.suspended_at is null and v_invitation.id is not null;
end
$$;
comment on function corkboard.prepare_invitation_mail(uuid, uuid) is
  'Gives an invitation a new token, in place of an earlier one, and returns the contents of the email with it. The database stores only the token''s SHA-256. No row if the invitation has ended or expired, or the workspace is suspended.';
