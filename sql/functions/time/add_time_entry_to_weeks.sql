create or replace function corkboard.add_time_entry_to_weeks(p_entry corkboard.time_entries, p_is_billed boolean, p_sign integer)
returns void
language plpgsql
as $$
declare
  v_week constant date := corkboard.week_of(p_entry.date);
  v_minutes constant integer := p_sign * p_entry.minutes;
  v_billable constant integer := p_entry.billable::integer;
  v_billed constant integer := (p_entry.billable and p_is_billed)::integer;
begin
  perform corkboard.add_to_project_weeks(
    p_entry.workspace_id, p_entry.project_id, v_week, p_sign, v_minutes,
    v_billable * p_sign, v_billable * v_minutes, v_billed * p_sign, v_billed * v_minutes);
  perform corkboard.add_to_timekeeper_weeks(
    p_entry.workspace_id, p_entry.timekeeper_id, v_week, p_sign, v_minutes,
    v_billable * p_sign, v_billable * v_minutes, v_billed * p_sign, v_billed * v_minutes);
end
$$;
comment on function corkboard.add_time_entry_to_weeks(corkboard.time_entries, boolean, integer) is
  'Adds a time entry to project_weeks and timekeeper_weeks (p_sign 1), or takes it out (-1).';
