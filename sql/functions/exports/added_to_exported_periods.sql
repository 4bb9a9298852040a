-- Invoices, voids, late fees and removals are recorded on their days, so they get into an exported period only if the workspace's
-- time zone changes meanwhile; payments whenever a member enters an earlier day.
create or replace function corkboard.added_to_exported_periods(p_workspace uuid)
returns table (format text, entries bigint, first_day date, last_day date)
language plpgsql stable
as $$
declare
  v_format text;
  v_since timestamptz;
begin
  foreach v_format in array '{accounting,datev}'::text[] loop
    select min(e.exported_at) into v_since from corkboard.exported_periods e
     where e.workspace_id = p_workspace and e.format = v_format;
    continue when v_since is null;
    return query
      select v_format, count(*), min(b.day), max(b.day)
        from (
          select t.day, t.recorded_at as at from corkboard.tax_entries t
           -- The day, which the index has, may be the one before that in UTC.
           where t.workspace_id = p_workspace and t.basis = 'invoice' and t.day >= v_since::date - 1 and t.recorded_at > v_since
          union all
          select y.paid_on, y.recorded_at from corkboard.payments y
           where y.workspace_id = p_workspace and y.recorded_at > v_since
          union all
          select d.day, d.at from corkboard.removed_payments r
           cross join lateral (values (r.paid_on, r.recorded_at), (r.removed_on, r.removed_at)) d (day, at)
           where r.workspace_id = p_workspace and r.removed_at > v_since) b
       where b.at > (
         select max(e.exported_at) from corkboard.exported_periods e
          where e.workspace_id = p_workspace and e.format = v_format and b.day between e.first_day and e.last_day)
      having count(*) > 0;
  end loop;
end
$$;
comment on function corkboard.added_to_exported_periods(uuid) is
  'By format of a file for the books, how many entries were recorded on days that were exported before, and from which to which day; no row if there are none.';
