-- Inserts are indexed once per statement, so that an import stays fast. Updates are indexed per row, and only if they
-- change the text. The function runs as the owner, because a release creates it before it grants the table to the
-- service's role.
create or replace function corkboard.index_for_search() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    perform corkboard.index_record(tg_argv[0], to_jsonb(a)) from added a;
  elsif tg_op = 'UPDATE' then
    perform corkboard.index_record(tg_argv[0], to_jsonb(new));
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and new.id <> old.id then
    delete from corkboard.search_entries e
     where e.workspace_id = old.workspace_id and e.kind = tg_argv[0] and e.record_id = old.id;
  end if;
  return null;
end
$$;
comment on function corkboard.index_for_search() is 'Trigger: maintains search_entries. Its argument is the kind of record.';
