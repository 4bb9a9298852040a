create or replace function corkboard.add_time_entry_to_week(p_entry corkboard.time_entries, p_is_billed boolean, p_sign integer)
returns void
language plpgsql
as $$
declare
  v_billable constant integer := p_entry.billable::integer * p_sign;
  v_billed constant integer := (p_entry.billable and p_is_billed)::integer * p_sign;
begin
  perform corkboard.add_to_time_by_week(
    p_entry.workspace_id, corkboard.week_of(p_entry.date), p_entry.project_id, p_entry.timekeeper_id,
    p_sign, p_sign * p_entry.minutes, v_billable, v_billable * p_entry.minutes, v_billed, v_billed * p_entry.minutes);
end
$$;
comment on function corkboard.add_time_entry_to_week(corkboard.time_entries, boolean, integer) is
  'Adds a time entry to time_by_week (p_sign 1), or takes it out (-1).';
