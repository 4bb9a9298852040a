-- By sorting, in window functions: joins would depend on statistics, which there are none of about lines that were just stored.
create or replace function corkboard.mark_import_duplicates(
  p_workspace uuid, p_import uuid, out duplicates integer, out changed integer
) returns record
language plpgsql
as $$
declare
  v_row record;
begin
  changed := 0;
  for v_row in
    with keys as (
      select null::uuid as id, c.id as client_id, null::integer as line, lower(c.email) as email_key,
             corkboard.fold_for_search(c.name) as name_key, null::uuid as duplicate_of, null::integer as duplicate_line
        from corkboard.clients c
       where c.workspace_id = p_workspace and c.trashed_at is null
      union all
      select r.id, null, r.line, r.email_key, r.name_key, r.duplicate_of, r.duplicate_line
        from corkboard.client_import_rows r
       where r.workspace_id = p_workspace and r.import_id = p_import and r.problems is null),
    firsts as (
      select k.id, k.line, k.duplicate_of, k.duplicate_line,
             coalesce(case when k.email_key is not null then first_value(k.client_id) over by_email end,
               first_value(k.client_id) over by_name) as client_id,
             least(case when k.email_key is not null then first_value(k.line) over by_email end,
               first_value(k.line) over by_name) as first_line
        from keys k
      window by_email as (partition by k.email_key order by k.client_id nulls last, k.line),
             by_name as (partition by k.name_key order by k.client_id nulls last, k.line)),
    marks as (
      select f.id, f.duplicate_of, f.duplicate_line, f.client_id,
             case when f.client_id is null then nullif(f.first_line, f.line) end as line
        from firsts f
       where f.id is not null)
    select m.id, m.client_id, m.line, num_nonnulls(m.duplicate_of, m.duplicate_line) > 0 as was_marked
      from marks m
     where m.duplicate_of is distinct from m.client_id or m.duplicate_line is distinct from m.line
  loop
    changed := changed + (v_row.was_marked <> (num_nonnulls(v_row.client_id, v_row.line) > 0))::integer;
    update corkboard.client_import_rows r set duplicate_of = v_row.client_id, duplicate_line = v_row.line
     where r.workspace_id = p_workspace and r.id = v_row.id;
  end loop;
  select count(*) into duplicates from corkboard.client_import_rows r
   where r.workspace_id = p_workspace and r.import_id = p_import
     and (r.duplicate_of is not null or r.duplicate_line is not null);
end
$$;
comment on function corkboard.mark_import_duplicates(uuid, uuid) is
  'Marks those lines of an import that are likely duplicates: a client that isn''t in the trash, or an earlier line, has the same email address or the same name. Returns how many there are, and for how many lines that is new.';
