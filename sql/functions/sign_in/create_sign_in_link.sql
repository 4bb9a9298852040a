create or replace function corkboard.create_sign_in_link(p_member uuid, out token text, out expires_at timestamptz)
language plpgsql
as $$
declare
  c_valid constant interval := '1 hour';
  v_workspace constant uuid := (select m.workspace_id from corkboard.members m where m.id = p_member);
begin
  if v_workspace is not null then
    perform corkboard.lock_workspace(v_workspace);
  end if;
  -- Under the lock, because the member may have been removed meanwhile.
  perform corkboard.require_record(null::corkboard.members, v_workspace, p_member, 'member');
  token := corkboard.new_share_token();
  expires_at := clock_timestamp() + c_valid;
  insert into corkboard.sign_in_links (workspace_id, member_id, link_hash, expires_at)
  values (v_workspace, p_member, sha256(convert_to(create_sign_in_link.token, 'UTF8')), create_sign_in_link.expires_at);
  token := token || corkboard.secret_suffix(v_workspace);
  perform corkboard.record_audit(corkboard.current_actor(v_workspace), 'member.sign_in_link', 'member', p_member);
end
$$;
comment on function corkboard.create_sign_in_link(uuid) is
  'Returns the token of a link that signs a member in once, within an hour. The database stores only its SHA-256. Rejects with not_found.';
