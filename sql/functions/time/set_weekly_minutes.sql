create or replace function corkboard.set_weekly_minutes(p_workspace uuid, p_by uuid, p_member uuid, p_minutes integer)
returns corkboard.members
language plpgsql
as $$
declare
  v_before corkboard.members;
  v_member corkboard.members;
begin
  perform corkboard.check_range('weeklyMinutes', p_minutes, 1, 10080);
  perform corkboard.lock_workspace(p_workspace);
  v_before := corkboard.find_timed_member(p_workspace, p_by, p_member);
  update corkboard.members m set weekly_minutes = p_minutes
   where m.workspace_id = p_workspace and m.id = v_before.id
  returning * into v_member;
  if v_member.weekly_minutes is distinct from v_before.weekly_minutes then
    perform corkboard.record_change(
      corkboard.current_actor(p_workspace), 'member.weekly_hours_set', 'member', v_member.id,
      jsonb_build_object('weeklyMinutes', jsonb_build_array(v_before.weekly_minutes, v_member.weekly_minutes)));
  end if;
  return v_member;
end
$$;
comment on function corkboard.set_weekly_minutes(uuid, uuid, uuid, integer) is
  'Sets how long a member means to work in a week (null: not said): the member p_by for themselves (p_member null), or the owner for anyone. Rejects with validation, not_found.';
