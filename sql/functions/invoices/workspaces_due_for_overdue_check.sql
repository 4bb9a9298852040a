-- Computes the date once per time zone instead of once per workspace: there are only about 400 zones. Once a suspended
-- workspace is resumed, a check finds everything that became overdue meanwhile.
create or replace function corkboard.workspaces_due_for_overdue_check(
  p_on date, out workspace_ids uuid[], out days date[], out have_overdue boolean[]
)
language plpgsql stable
as $$
begin
  with zones as materialized (
    select n.time_zone, corkboard.time_zone_today(n.time_zone) as today
      from (select distinct w.time_zone from corkboard.workspaces w) n)
  select coalesce(array_agg(w.id order by w.id), '{}'), coalesce(array_agg(w.today order by w.id), '{}'),
         coalesce(array_agg(w.has_overdue order by w.id), '{}')
    into workspace_ids, days, have_overdue
    from (select w.id, least(z.today, p_on) as today,
                 exists (
                   select 1 from corkboard.invoices i
                    where i.workspace_id = w.id and i.kind = 'invoice' and i.status = 'SENT'
                      and i.overdue_detected_at is null and i.due_date < least(z.today, p_on)) as has_overdue
            from corkboard.workspaces w
            join zones z on z.time_zone = w.time_zone
            left join corkboard.overdue_checks c on c.workspace_id = w.id
           where w.suspended_at is null and (p_on is not null or c.checked_on is distinct from z.today)) w;
end
$$;
comment on function corkboard.workspaces_due_for_overdue_check(date) is
  'The workspaces that detect_overdue checks, with the date that counts as today for each and whether it has an invoice to detect. Given a date: every workspace that is not suspended, with the earlier of that date and its own. Null: those of them whose current date was not checked yet.';
