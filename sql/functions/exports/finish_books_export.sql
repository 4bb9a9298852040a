-- With p_is_addition the file has only what was added to periods that were exported before, so it is marked for their days alone.
create or replace function corkboard.finish_books_export(
  p_workspace uuid, p_format text, p_first date, p_last date, p_at timestamptz, p_is_addition boolean, p_by text
) returns void
language plpgsql
as $$
declare
  v_first constant date := coalesce(p_first, '-infinity');
  v_last constant date := coalesce(p_last, 'infinity');
begin
  perform corkboard.lock_workspace(p_workspace);
  if not p_is_addition and v_last >= corkboard.workspace_today(p_workspace) then
    return;
  end if;
  insert into corkboard.exported_periods (workspace_id, format, first_day, last_day, exported_at, exported_by)
  select p_workspace, p_format, d.first_day, d.last_day, p_at, p_by
    from (select v_first as first_day, v_last as last_day where not p_is_addition
          union
          select greatest(e.first_day, v_first), least(e.last_day, v_last) from corkboard.exported_periods e
           where p_is_addition and e.workspace_id = p_workspace and e.format = p_format and e.exported_at < p_at) d
   where d.first_day <= d.last_day;
  delete from corkboard.exported_periods e
   where e.workspace_id = p_workspace and e.format = p_format
     and exists (
       select 1 from corkboard.exported_periods o
        where o.workspace_id = p_workspace and o.format = p_format and o.exported_at > e.exported_at
          and o.first_day <= e.first_day and o.last_day >= e.last_day);
end
$$;
comment on function corkboard.finish_books_export(uuid, text, date, date, timestamptz, boolean, text) is
  'Marks a period as exported for the books, if its last day is over; null days: it has no first or no last one. p_format is accounting or datev, p_at the moment of begin_books_export. p_is_addition: the file has only what was added to exported periods within these days. Rejects with not_found.';
