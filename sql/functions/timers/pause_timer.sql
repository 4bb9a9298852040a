create or replace function corkboard.pause_timer(p_workspace uuid, p_member uuid, p_now timestamptz default clock_timestamp())
returns corkboard.timers
language plpgsql
as $$
declare
  v_timer corkboard.timers := corkboard.find_timer(p_workspace, p_member);
  v_seconds constant integer := corkboard.timer_seconds(v_timer.counted_seconds, v_timer.resumed_at, p_now);
begin
  perform corkboard.check_timer_counts(p_workspace, v_timer.project_id, v_seconds);
  update corkboard.timers t set counted_seconds = v_seconds, resumed_at = null
   where t.workspace_id = p_workspace and t.id = v_timer.id
  returning * into v_timer;
  return v_timer;
end
$$;
comment on function corkboard.pause_timer(uuid, uuid, timestamptz) is
  'Pauses the timer of a member. Does nothing if it is already paused. Rejects with conflict (there is none, or it has counted more than 16 hours).';
