-- Inserts are counted per statement, updates per row: see maintain_client_counts. An entry that an invoice bills can't be deleted.
-- The casts of rows are for Citus, where a part of the table has a type of its own.
create or replace function corkboard.maintain_weeks() returns trigger
language plpgsql
as $$
declare
  v_is_billed boolean;
begin
  if tg_op = 'INSERT' then
    perform corkboard.add_to_project_weeks(
        a.workspace_id, a.project_id, a.week, a.entries, a.minutes, a.billable_entries, a.billable_minutes, 0, 0)
      from (select n.workspace_id, n.project_id, corkboard.week_of(n.date) as week, count(*)::integer as entries,
                   sum(n.minutes)::integer as minutes, count(*) filter (where n.billable)::integer as billable_entries,
                   coalesce(sum(n.minutes) filter (where n.billable), 0)::integer as billable_minutes
              from added n group by 1, 2, 3 order by 1, 2, 3) a;
    perform corkboard.add_to_timekeeper_weeks(
        a.workspace_id, a.timekeeper_id, a.week, a.entries, a.minutes, a.billable_entries, a.billable_minutes, 0, 0)
      from (select n.workspace_id, n.timekeeper_id, corkboard.week_of(n.date) as week, count(*)::integer as entries,
                   sum(n.minutes)::integer as minutes, count(*) filter (where n.billable)::integer as billable_entries,
                   coalesce(sum(n.minutes) filter (where n.billable), 0)::integer as billable_minutes
              from added n group by 1, 2, 3 order by 1, 2, 3) a;
    return null;
  end if;
  v_is_billed := tg_op = 'UPDATE' and exists (
    select 1 from corkboard.billed_time b where b.workspace_id = old.workspace_id and b.time_entry_id = old.id);
  perform corkboard.add_time_entry_to_weeks(row(old.*)::corkboard.time_entries, v_is_billed, -1);
  if tg_op = 'UPDATE' then
    perform corkboard.add_time_entry_to_weeks(row(new.*)::corkboard.time_entries, v_is_billed, 1);
  end if;
  return null;
end
$$;
comment on function corkboard.maintain_weeks() is
  'Trigger: maintains project_weeks and timekeeper_weeks when time entries change.';
