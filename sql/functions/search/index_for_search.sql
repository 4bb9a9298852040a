-- Inserts are indexed once per statement, so that an import stays fast. Updates are indexed per row, and only if they
-- change the text. The function runs as the owner, because a release creates it before it grants the table to the
-- service's role.
create or replace function corkboard.index_for_search() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_added record;
begin
  if tg_op = 'INSERT' then
    for v_added in select a.workspace_id, array_agg(a.id) as ids from added a group by 1 loop
      insert into corkboard.search_entries (workspace_id, kind, record_id, search_text)
      select v_added.workspace_id, tg_argv[0], s.record_id, corkboard.fold_for_search(s.search_text)
        from corkboard.searchable(v_added.workspace_id, tg_argv[0], v_added.ids) s
      on conflict do nothing;
    end loop;
  elsif tg_op = 'UPDATE' then
    insert into corkboard.search_entries (workspace_id, kind, record_id, search_text)
    select new.workspace_id, tg_argv[0], s.record_id, corkboard.fold_for_search(s.search_text)
      from corkboard.searchable(new.workspace_id, tg_argv[0], array[new.id]) s
    on conflict (workspace_id, kind, record_id) do update set search_text = excluded.search_text;
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and new.id <> old.id then
    delete from corkboard.search_entries e
     where e.workspace_id = old.workspace_id and e.kind = tg_argv[0] and e.record_id = old.id;
  end if;
  return null;
end
$$;
comment on function corkboard.index_for_search() is 'Trigger: maintains search_entries. Its argument is the kind of record.';

create or replace trigger index_new after insert on corkboard.clients
  referencing new table as added for each statement execute function corkboard.index_for_search('client');
create or replace trigger index_changed after update on corkboard.clients
  for each row when ((old.id, old.name, old.company, old.contact_name, old.email) is distinct from (new.id, new.name, new.company, new.contact_name, new.email))
  execute function corkboard.index_for_search('client');
create or replace trigger index_gone after delete on corkboard.clients
  for each row execute function corkboard.index_for_search('client');

create or replace trigger index_new after insert on corkboard.projects
  referencing new table as added for each statement execute function corkboard.index_for_search('project');
create or replace trigger index_changed after update on corkboard.projects
  for each row when ((old.id, old.name) is distinct from (new.id, new.name))
  execute function corkboard.index_for_search('project');
create or replace trigger index_gone after delete on corkboard.projects
  for each row execute function corkboard.index_for_search('project');

create or replace trigger index_new after insert on corkboard.invoices
  referencing new table as added for each statement execute function corkboard.index_for_search('invoice');
create or replace trigger index_changed after update on corkboard.invoices
  for each row when ((old.id, old.number, old.po_number) is distinct from (new.id, new.number, new.po_number))
  execute function corkboard.index_for_search('invoice');
create or replace trigger index_gone after delete on corkboard.invoices
  for each row execute function corkboard.index_for_search('invoice');
