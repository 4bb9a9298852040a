-- Inserts are counted per statement, updates per row: see maintain_client_counts. An entry that an invoice bills can't be deleted.
-- The casts are for Citus, where a part of the table has a type of its own.
create or replace function corkboard.maintain_time_by_week() returns trigger
language plpgsql
as $$
declare
  v_is_billed boolean;
begin
  if tg_op = 'INSERT' then
    perform corkboard.add_to_time_by_week(
        a.workspace_id, a.week, a.project_id, a.timekeeper_id, a.entries::integer, a.minutes::integer,
        a.billable_entries::integer, a.billable_minutes::integer, 0, 0)
      from (select n.workspace_id, corkboard.week_of(n.date) as week, n.project_id, n.timekeeper_id, count(*) as entries,
                   sum(n.minutes) as minutes, count(*) filter (where n.billable) as billable_entries,
                   coalesce(sum(n.minutes) filter (where n.billable), 0) as billable_minutes
              from added n group by 1, 2, 3, 4 order by 1, 2, 3, 4) a;
    return null;
  end if;
  v_is_billed := tg_op = 'UPDATE' and exists (
    select 1 from corkboard.billed_time b where b.workspace_id = old.workspace_id and b.time_entry_id = old.id);
  perform corkboard.add_time_entry_to_week(row(old.*)::corkboard.time_entries, v_is_billed, -1);
  if tg_op = 'UPDATE' then
    perform corkboard.add_time_entry_to_week(row(new.*)::corkboard.time_entries, v_is_billed, 1);
  end if;
  return null;
end
$$;
comment on function corkboard.maintain_time_by_week() is 'Trigger: maintains time_by_week when time entries change.';
