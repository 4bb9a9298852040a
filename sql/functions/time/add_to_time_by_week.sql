create or replace function corkboard.add_to_time_by_week(
  p_workspace uuid, p_week date, p_project uuid, p_timekeeper uuid, p_entries integer, p_minutes integer,
  p_billable_entries integer, p_billable_minutes integer, p_billed_entries integer, p_billed_minutes integer
) returns void
language plpgsql
as $$
begin
  insert into corkboard.time_by_week as s
    (workspace_id, week, project_id, timekeeper_id, entries, minutes, billable_entries, billable_minutes, billed_entries, billed_minutes)
  values
    (p_workspace, p_week, p_project, coalesce(p_timekeeper, '00000000-0000-0000-0000-000000000000'), p_entries, p_minutes,
     p_billable_entries, p_billable_minutes, p_billed_entries, p_billed_minutes)
  on conflict (workspace_id, week, project_id, timekeeper_id) do update
    set entries = s.entries + excluded.entries, minutes = s.minutes + excluded.minutes,
        billable_entries = s.billable_entries + excluded.billable_entries,
        billable_minutes = s.billable_minutes + excluded.billable_minutes,
        billed_entries = s.billed_entries + excluded.billed_entries, billed_minutes = s.billed_minutes + excluded.billed_minutes;
end
$$;
comment on function corkboard.add_to_time_by_week(uuid, date, uuid, uuid, integer, integer, integer, integer, integer, integer) is
  'Adds to time_by_week.';
