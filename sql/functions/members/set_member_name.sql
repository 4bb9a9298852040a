create or replace function corkboard.set_member_name(p_workspace uuid, p_member uuid, p_name text) returns corkboard.members
language plpgsql
as $$
declare
  v_before corkboard.members;
  v_member corkboard.members;
begin
  perform corkboard.check_member_name('name', p_name);
  perform corkboard.lock_workspace(p_workspace);
  v_before := corkboard.require_record(null::corkboard.members, p_workspace, p_member, 'member');
  update corkboard.members m set name = p_name
   where m.workspace_id = p_workspace and m.id = p_member
  returning * into v_member;
  if v_member.name is distinct from v_before.name then
    perform corkboard.record_change(
      corkboard.current_actor(p_workspace), 'member.name_set', 'member', p_member,
      jsonb_build_object('name', jsonb_build_array(v_before.name, v_member.name)));
  end if;
  return v_member;
end
$$;
comment on function corkboard.set_member_name(uuid, uuid, text) is
  'Sets what a member is called (null: the address). Rejects with validation, not_found.';
