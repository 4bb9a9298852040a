create or replace function corkboard.stop_timer(
  p_workspace uuid, p_member uuid, p_shown uuid, p_minutes integer, p_description text, p_billable boolean,
  p_now timestamptz default clock_timestamp()
) returns corkboard.time_entries
language plpgsql
as $$
declare
  v_timer constant corkboard.timers := corkboard.find_timer(p_workspace, p_member, p_shown);
  v_seconds constant integer := corkboard.timer_seconds(v_timer.counted_seconds, v_timer.resumed_at, p_now);
  v_project corkboard.projects;
  v_zone text;
begin
  select * into v_project from corkboard.projects p where p.workspace_id = p_workspace and p.id = v_timer.project_id;
  if v_project.trashed_at is not null then
    perform corkboard.reject('conflict', format(
      '%s is in the trash, so its timer can''t be stopped. Restore the project, or discard the timer.', v_project.name));
  end if;
  if v_seconds > corkboard.max_timer_seconds() and p_minutes is null then
    perform corkboard.reject_field('minutes', 'is required, because the timer stopped counting after 16 hours');
  end if;
  select w.time_zone into v_zone from corkboard.workspaces w where w.id = p_workspace;
  delete from corkboard.timers t where t.workspace_id = p_workspace and t.id = v_timer.id;
  return corkboard.log_time(
    corkboard.current_actor(p_workspace), v_timer.project_id,
    coalesce(p_minutes, greatest(1, ceil(v_seconds / 60.0))::integer),
    (v_timer.started_at at time zone corkboard.valid_time_zone(v_zone))::date, p_description, p_billable);
end
$$;
comment on function corkboard.stop_timer(uuid, uuid, uuid, integer, text, boolean, timestamptz) is
  'Stops the timer of a member and logs its time (log_time): p_minutes, by default what it counted, rounded up to a minute, on the day it was started in the workspace''s time zone. p_shown is the timer that the page showed (null: any). Rejects with validation (also if it has counted more than 16 hours and p_minutes is null), conflict (there is no timer, or another one; the project is in the trash).';
