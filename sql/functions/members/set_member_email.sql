create or replace function corkboard.set_member_email(p_workspace uuid, p_member uuid, p_email text) returns corkboard.members
language plpgsql
as $$
declare
  v_former text;
  v_member corkboard.members;
begin
  perform corkboard.check_required('email', p_email);
  perform corkboard.check_email('email', p_email);
  perform corkboard.lock_workspace(p_workspace);
  v_member := corkboard.require_record(null::corkboard.members, p_workspace, p_member, 'member');
  if v_member.email = p_email then
    return v_member;
  end if;
  v_former := v_member.email;
  v_member := corkboard.replace_member_email(p_workspace, p_member, p_email, 'operator');
  perform corkboard.record_change(
    corkboard.current_actor(p_workspace), 'member.email_set', 'member', p_member,
    jsonb_build_object('email', jsonb_build_array(v_former, v_member.email)));
  return v_member;
end
$$;
comment on function corkboard.set_member_email(uuid, uuid, text) is
  'Changes a member''s email address without a code, for a lost mailbox; ends all their sessions and emails both addresses. Rejects with validation, not_found, conflict (another member''s address).';
