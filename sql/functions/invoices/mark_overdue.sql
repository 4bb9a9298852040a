-- Uses the index invoices_overdue_undetected for each workspace, earliest due date first. The settings stop the planner
-- from reading and sorting more than a batch: the number of overdue invoices varies too much between runs for
-- statistics to help.
create or replace function corkboard.mark_overdue(p_workspaces uuid[], p_days date[], p_batch integer)
returns table (invoice corkboard.invoices, today date)
language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
  v_workspace constant uuid := corkboard.only_workspace(p_workspaces);
  v_now constant timestamptz := clock_timestamp();
begin
  return query
  with due as (
    select i.workspace_id, i.id, w.today
      from unnest(p_workspaces, p_days) w (workspace_id, today)
     cross join lateral (
       select i.workspace_id, i.id from corkboard.invoices i
        where i.workspace_id = coalesce(v_workspace, w.workspace_id) and i.kind = 'invoice' and i.status = 'SENT'
          and i.overdue_detected_at is null and i.due_date < w.today
        order by i.due_date
        limit p_batch
          for no key update skip locked) i
     limit p_batch)
  update corkboard.invoices i set overdue_detected_at = v_now
    from due d
   where i.workspace_id = coalesce(v_workspace, d.workspace_id) and i.id = d.id
  returning row(i.*)::corkboard.invoices, d.today;
end
$$;
comment on function corkboard.mark_overdue(uuid[], date[], integer) is
  'Marks up to a batch of the workspaces'' invoices as overdue and returns them; p_days has each workspace''s current date. Skips rows that another transaction has locked. Used by detect_overdue.';
