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
    case tg_argv[0]
      when 'client' then
        perform corkboard.index_record(a.workspace_id, 'client', a.id,
                  corkboard.client_search_text(a.name, a.company, a.contact_name, a.email))
           from added a;
      when 'project' then
        perform corkboard.index_record(a.workspace_id, 'project', a.id, a.name) from added a;
      when 'invoice' then
        perform corkboard.index_record(a.workspace_id, 'invoice', a.id, corkboard.invoice_search_text(a.number, a.po_number))
           from added a;
    end case;
  elsif tg_op = 'UPDATE' then
    case tg_argv[0]
      when 'client' then
        perform corkboard.index_record(new.workspace_id, 'client', new.id,
                  corkboard.client_search_text(new.name, new.company, new.contact_name, new.email));
      when 'project' then
        perform corkboard.index_record(new.workspace_id, 'project', new.id, new.name);
      when 'invoice' then
        perform corkboard.index_record(new.workspace_id, 'invoice', new.id, corkboard.invoice_search_text(new.number, new.po_number));
    end case;
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
