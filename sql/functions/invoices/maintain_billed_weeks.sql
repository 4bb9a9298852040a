create or replace function corkboard.maintain_billed_weeks() returns trigger
language plpgsql
as $$
declare
  v_billed corkboard.billed_time;
  v_sign constant integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  if tg_op = 'INSERT' then
    v_billed := new;
  else
    v_billed := old;
  end if;
  perform corkboard.add_to_time_by_week(
      t.workspace_id, corkboard.week_of(t.date), t.project_id, t.timekeeper_id, 0, 0, 0, 0, v_sign, v_sign * t.minutes)
    from corkboard.time_entries t
   where t.workspace_id = v_billed.workspace_id and t.id = v_billed.time_entry_id and t.billable;
  return null;
end
$$;
comment on function corkboard.maintain_billed_weeks() is
  'Trigger: maintains time_by_week when invoices bill time entries, or no longer do.';
