create or replace function corkboard.resume_timer(p_workspace uuid, p_member uuid, p_now timestamptz default clock_timestamp())
returns corkboard.timers
language plpgsql
as $$
declare
  v_timer corkboard.timers := corkboard.find_timer(p_workspace, p_member);
begin
  perform corkboard.check_timer_counts(
    p_workspace, v_timer.project_id, corkboard.timer_seconds(v_timer.counted_seconds, v_timer.resumed_at, p_now));
  update corkboard.timers t set resumed_at = p_now
   where t.workspace_id = p_workspace and t.id = v_timer.id and t.resumed_at is null;
  return corkboard.find_timer(p_workspace, p_member);
end
$$;
comment on function corkboard.resume_timer(uuid, uuid, timestamptz) is
  'Lets the paused timer of a member run again; one that runs stays as it is. Rejects with conflict (there is none, or it has counted more than 16 hours).';
