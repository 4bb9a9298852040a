-- Inserts of most tables are indexed once per statement, so that an import stays fast. Updates are indexed per row, and those of
-- tables that change often only if they change the text or an amount. The function runs as the owner, because a release creates
-- it before it grants the table to the service's role.
create or replace function corkboard.index_for_search() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind constant text := tg_argv[0];
begin
  if tg_level = 'STATEMENT' then
    perform corkboard.index_record(v_kind, to_jsonb(a)) from added a;
    if v_kind = 'invoice' then
      perform corkboard.index_lines(to_jsonb(a)) from added a where a.line_items::text <> '[]';
    end if;
  elsif tg_op <> 'DELETE' then
    perform corkboard.index_record(v_kind, to_jsonb(new));
    if v_kind = 'invoice' then
      perform corkboard.index_lines(to_jsonb(new));
    end if;
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and new.id <> old.id then
    delete from corkboard.search_entries e
     where e.workspace_id = old.workspace_id and e.kind = v_kind and e.record_id = old.id;
    delete from corkboard.search_lines l
     where v_kind = 'invoice' and l.workspace_id = old.workspace_id and l.invoice_id = old.id;
  end if;
  return null;
end
$$;
comment on function corkboard.index_for_search() is
  'Trigger: maintains search_entries and search_lines. Its argument is the kind of record.';
