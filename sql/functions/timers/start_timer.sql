-- In one transaction, so that a timer that can't be stopped keeps running.
create or replace function corkboard.start_timer(
  p_workspace uuid, p_member uuid, p_project uuid, p_now timestamptz default clock_timestamp(),
  out project_id uuid, out logged_id uuid
) returns record
language plpgsql
as $$
declare
  v_timer corkboard.timers;
  v_entry corkboard.time_entries;
begin
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.find_project(p_workspace, p_project);
  project_id := p_project;
  select * into v_timer from corkboard.timers t where t.workspace_id = p_workspace and t.member_id = p_member;
  if v_timer.project_id = p_project then
    perform corkboard.resume_timer(p_workspace, p_member, p_now);
    return;
  end if;
  if v_timer.id is not null then
    perform corkboard.check_timer_counts(
      p_workspace, v_timer.project_id, corkboard.timer_seconds(v_timer.counted_seconds, v_timer.resumed_at, p_now));
    v_entry := corkboard.stop_timer(p_workspace, p_member, v_timer.id, null, null, true, p_now);
    logged_id := v_entry.id;
  end if;
  insert into corkboard.timers (workspace_id, member_id, project_id, started_at, resumed_at)
  values (p_workspace, p_member, p_project, p_now, p_now);
end
$$;
comment on function corkboard.start_timer(uuid, uuid, uuid, timestamptz) is
  'Starts the timer of a member on a project. If it is on another project, it is stopped first, and logged_id is the time entry; if it is on this project, it is resumed. Rejects with not_found (project), conflict (the other timer has counted more than 16 hours, or its project is in the trash).';
