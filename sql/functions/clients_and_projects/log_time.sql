-- The API promises a default date in UTC. People expect the date where they are.
create or replace function corkboard.log_time(
  p_caller corkboard.caller, p_project uuid, p_minutes integer, p_date date, p_description text, p_billable boolean
) returns corkboard.time_entries
language plpgsql
as $$
declare
  v_entry corkboard.time_entries;
  v_today date := case p_caller.via when 'app' then corkboard.workspace_today(p_caller.workspace_id) else corkboard.utc_today() end;
  v_timekeeper uuid;
begin
  perform
    corkboard.check_required('minutes', p_minutes),
    corkboard.check_range('minutes', p_minutes, 1, 960),
    corkboard.check_date('date', p_date),
    corkboard.check_text('description', p_description, 5000),
    corkboard.check_required('billable', p_billable);
  perform corkboard.find_project(p_caller.workspace_id, p_project);
  perform corkboard.count_monthly_write(p_caller);
  -- Before the statement: Citus fails where a function that writes is called within one.
  v_timekeeper := corkboard.timekeeper_of(p_caller);
  insert into corkboard.time_entries (
    workspace_id, project_id, date, minutes, description, billable, created_via, timekeeper_id)
  values (
    p_caller.workspace_id, p_project, coalesce(p_date, v_today), p_minutes, p_description, p_billable, p_caller.via, v_timekeeper)
  returning * into v_entry;
  perform corkboard.record_audit(p_caller, 'time.logged', 'time_entry', v_entry.id);
  return v_entry;
end
$$;
comment on function corkboard.log_time(corkboard.caller, uuid, integer, date, text, boolean) is
  'Logs whole minutes of work. A null date is today: in the workspace''s time zone for a person (via app), in UTC for the API and tools. Rejects with validation, not_found, plan_limit (allowance).';
