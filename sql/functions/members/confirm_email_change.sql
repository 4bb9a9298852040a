create or replace function corkboard.confirm_email_change(
  p_workspace uuid, p_member uuid, p_session_hash bytea, p_code_hash bytea
) returns corkboard.members
language plpgsql
as $$
declare
  v_change corkboard.email_changes;
  v_former text;
  v_member corkboard.members;
begin
  perform corkboard.lock_workspace(p_workspace);
  if p_code_hash is null then
    perform corkboard.reject_field(
      'code',
      'no longer works: it is older than 15 minutes, was tried five times, or was requested in another browser. Request a new one');
  end if;
  select c.* into v_change
    from corkboard.email_changes c
    join corkboard.sessions s on s.workspace_id = p_workspace and s.id = c.session_id and s.member_id = c.member_id
   where c.workspace_id = p_workspace and c.member_id = p_member and s.token_hash = p_session_hash
     and c.code_hash = p_code_hash and c.expires_at > clock_timestamp();
  if not found then
    perform corkboard.reject_field('code', 'is wrong. Check it, or request a new one');
  end if;
  select m.email into v_former from corkboard.members m where m.workspace_id = p_workspace and m.id = p_member;
  v_member := corkboard.replace_member_email(p_workspace, p_member, v_change.new_email, 'member', v_change.session_id);
  -- Otherwise the limits on unknown origins could be used up for the new address before its owner first signs in with
  -- it.
  insert into corkboard.sign_in_origins as o (email, browser_hash, network, signed_in_at)
  select corkboard.normalize_email(v_member.email), f.browser_hash, f.network, f.signed_in_at
    from corkboard.sign_in_origins f where f.email = corkboard.normalize_email(v_former)
  on conflict (email, browser_hash, network) do nothing;
  perform corkboard.record_change(
    corkboard.current_actor(p_workspace), 'member.email_changed', 'member', p_member,
    jsonb_build_object('email', jsonb_build_array(v_former, v_member.email)));
  return v_member;
end
$$;
comment on function corkboard.confirm_email_change(uuid, uuid, bytea, bytea) is
  'Changes a member''s email address to the one that the code was sent to. The salt of the hash is the id that reserve_email_code_attempt returned; a null hash means that it returned none. Rejects with validation (code), conflict (another member''s address).';
