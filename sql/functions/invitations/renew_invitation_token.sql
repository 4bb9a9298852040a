create or replace function corkboard.renew_invitation_token(p_workspace uuid, p_invitation uuid) returns text
language plpgsql
as $$
declare
  v_token constant text := corkboard.new_share_token();
  v_hash constant bytea := sha256(convert_to(v_token, 'UTF8'));
  v_now timestamptz;
begin
  perform corkboard.check_not_copy();
  perform corkboard.enter_workspace(p_workspace);
  v_now := clock_timestamp();
  update corkboard.invitations i set token_hash = v_hash
   where i.workspace_id = p_workspace and i.id = p_invitation and i.ended_at is null and i.expires_at > v_now
     and exists (select 1 from corkboard.workspaces w where w.id = p_workspace and w.suspended_at is null);
  return case when found then v_token || corkboard.secret_suffix(p_workspace) end;
end
$$;
comment on function corkboard.renew_invitation_token(uuid, uuid) is
  'Gives an invitation a new token, in place of an earlier one, and returns it for the email. The database stores only the token''s SHA-256. Null if the invitation has ended or expired, or the workspace is suspended.';
