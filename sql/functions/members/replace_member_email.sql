-- The caller holds the workspace's lock. The sessions end first, which locks rows in the order of a sign-in.
create or replace function corkboard.replace_member_email(
  p_workspace uuid, p_member uuid, p_email text, p_changed_by text, p_kept_session uuid default null
) returns corkboard.members
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_event constant uuid := corkboard.uuid_v7();
  v_before corkboard.members;
  v_member corkboard.members;
  v_facts jsonb;
begin
  perform corkboard.check_email_available(p_workspace, p_member, p_email);
  perform corkboard.close_invitations(p_workspace, p_email);
  perform corkboard.end_member_sessions(p_workspace, p_member, p_kept_session);
  select * into v_before from corkboard.members m where m.workspace_id = p_workspace and m.id = p_member;
  update corkboard.members m set email = p_email
   where m.workspace_id = p_workspace and m.id = p_member
  returning * into v_member;
  update corkboard.timekeepers k set name = p_email where k.workspace_id = p_workspace and k.member_id = p_member;

  v_facts := jsonb_build_object(
    'oldEmail', v_before.email, 'newEmail', v_member.email, 'changedBy', p_changed_by, 'changedAt', corkboard.iso(v_now),
    'ownerEmail', case v_member.role when 'owner' then null else corkboard.owner_email(p_workspace) end);
  perform corkboard.notify_member(p_workspace, v_event, 'email_changed_new', v_member.email, v_facts);
  if corkboard.normalize_email(v_before.email) <> corkboard.normalize_email(v_member.email) then
    perform corkboard.notify_member(p_workspace, v_event, 'email_changed_old', v_before.email, v_facts);
  end if;
  return v_member;
end
$$;
comment on function corkboard.replace_member_email(uuid, uuid, text, text, uuid) is
  'Changes a member''s email address, ends their sign-in links, pending changes and sessions except p_kept_session, and emails both addresses, naming who made the change (member or operator). The caller holds the workspace''s lock and writes the audit log. Rejects with conflict (another member''s address).';
