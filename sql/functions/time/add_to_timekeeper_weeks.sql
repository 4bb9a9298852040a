create or replace function corkboard.add_to_timekeeper_weeks(
  p_workspace uuid, p_timekeeper uuid, p_week date, p_entries integer, p_minutes integer,
  p_billable_entries integer, p_billable_minutes integer, p_billed_entries integer, p_billed_minutes integer
) returns void
language plpgsql
as $$
begin
  insert into corkboard.timekeeper_weeks as s
    (workspace_id, timekeeper_id, week, entries, minutes, billable_entries, billable_minutes, billed_entries, billed_minutes)
  values
    (p_workspace, p_timekeeper, p_week, p_entries, p_minutes,
     p_billable_entries, p_billable_minutes, p_billed_entries, p_billed_minutes)
  on conflict (workspace_id, week, timekeeper_id) do update
    set entries = s.entries + excluded.entries, minutes = s.minutes + excluded.minutes,
        billable_entries = s.billable_entries + excluded.billable_entries,
        billable_minutes = s.billable_minutes + excluded.billable_minutes,
        billed_entries = s.billed_entries + excluded.billed_entries, billed_minutes = s.billed_minutes + excluded.billed_minutes;
end
$$;
comment on function corkboard.add_to_timekeeper_weeks(uuid, uuid, date, integer, integer, integer, integer, integer, integer) is
  'Adds to timekeeper_weeks.';
