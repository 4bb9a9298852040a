create or replace function corkboard.maintain_billed_weeks() returns trigger
language plpgsql
as $$
declare
  v_workspace constant uuid := case tg_op when 'INSERT' then new.workspace_id else old.workspace_id end;
  v_entry constant uuid := case tg_op when 'INSERT' then new.time_entry_id else old.time_entry_id end;
  v_sign constant integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform
      corkboard.add_to_project_weeks(
        t.workspace_id, t.project_id, corkboard.week_of(t.date), 0, 0, 0, 0, v_sign, v_sign * t.minutes),
      corkboard.add_to_timekeeper_weeks(
        t.workspace_id, t.timekeeper_id, corkboard.week_of(t.date), 0, 0, 0, 0, v_sign, v_sign * t.minutes)
    from corkboard.time_entries t
   where t.workspace_id = v_workspace and t.id = v_entry and t.billable;
  return null;
end
$$;
comment on function corkboard.maintain_billed_weeks() is
  'Trigger: maintains project_weeks and timekeeper_weeks when invoices bill time entries, or no longer do.';
