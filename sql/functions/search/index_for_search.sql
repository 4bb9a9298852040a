-- Inserts are indexed once per statement, so that an import stays fast. Updates are indexed per row, and only if they
-- change the text. The function runs as the owner, because a release creates it before it grants the table to the
-- service's role.
create or replace function corkboard.index_for_search() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_text text;
begin
  if tg_op = 'INSERT' then
    case tg_argv[0]
      when 'client' then
        insert into corkboard.search_entries (workspace_id, kind, record_id, search_text)
        select a.workspace_id, 'client', a.id,
               corkboard.fold_for_search(corkboard.client_search_text(a.name, a.company, a.contact_name, a.email))
          from added a
        on conflict do nothing;
      when 'project' then
        insert into corkboard.search_entries (workspace_id, kind, record_id, search_text)
        select a.workspace_id, 'project', a.id, corkboard.fold_for_search(a.name) from added a
        on conflict do nothing;
      when 'invoice' then
        insert into corkboard.search_entries (workspace_id, kind, record_id, search_text)
        select a.workspace_id, 'invoice', a.id,
               corkboard.fold_for_search(corkboard.invoice_search_text(a.number, a.po_number))
          from added a
        on conflict do nothing;
    end case;
  elsif tg_op = 'UPDATE' then
    case tg_argv[0]
      when 'client' then
        v_text := corkboard.client_search_text(new.name, new.company, new.contact_name, new.email);
      when 'project' then
        v_text := new.name;
      when 'invoice' then
        v_text := corkboard.invoice_search_text(new.number, new.po_number);
    end case;
    insert into corkboard.search_entries (workspace_id, kind, record_id, search_text)
    values (new.workspace_id, tg_argv[0], new.id, corkboard.fold_for_search(v_text))
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
