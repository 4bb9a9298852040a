create or replace function corkboard.set_notifications(p_workspace uuid, p_member uuid, p_kinds text[]) returns corkboard.members
language plpgsql
as $$
declare
  v_kinds text[];
  v_before text[];
  v_member corkboard.members;
begin
  perform corkboard.check_required('notifiedOf', p_kinds);
  perform corkboard.check_all_known('notifiedOf', p_kinds, corkboard.notification_kinds());
  perform corkboard.lock_workspace(p_workspace);
  v_before := (corkboard.require_record(null::corkboard.members, p_workspace, p_member, 'member')).notified_of;
  v_kinds := array(select k.kind from unnest(corkboard.notification_kinds()) k (kind) where k.kind = any (p_kinds));
  update corkboard.members m set notified_of = v_kinds
   where m.workspace_id = p_workspace and m.id = p_member
  returning * into v_member;
  if v_kinds <> v_before then
    perform corkboard.record_change(
      corkboard.current_actor(p_workspace), 'member.notifications_set', 'member', p_member,
      jsonb_build_object('notifiedOf', jsonb_build_array(v_before, v_kinds)));
  end if;
  return v_member;
end
$$;
comment on function corkboard.set_notifications(uuid, uuid, text[]) is
  'Sets which notifications a member gets by email: these kinds and no others. Rejects with validation, not_found.';
