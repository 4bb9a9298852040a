drop function if exists corkboard.searchable();

create or replace procedure corkboard.add_search_entries()
language plpgsql
as $$
begin
  insert into corkboard.search_entries (workspace_id, kind, record_id, search_text)
  select c.workspace_id, 'client', c.id,
         corkboard.fold_for_search(corkboard.client_search_text(c.name, c.company, c.contact_name, c.email))
    from corkboard.clients c
   where not exists (
     select 1 from corkboard.search_entries e
      where e.workspace_id = c.workspace_id and e.kind = 'client' and e.record_id = c.id)
  on conflict do nothing;
  insert into corkboard.search_entries (workspace_id, kind, record_id, search_text)
  select p.workspace_id, 'project', p.id, corkboard.fold_for_search(p.name)
    from corkboard.projects p
   where not exists (
     select 1 from corkboard.search_entries e
      where e.workspace_id = p.workspace_id and e.kind = 'project' and e.record_id = p.id)
  on conflict do nothing;
  insert into corkboard.search_entries (workspace_id, kind, record_id, search_text)
  select i.workspace_id, 'invoice', i.id, corkboard.fold_for_search(corkboard.invoice_search_text(i.number, i.po_number))
    from corkboard.invoices i
   where not exists (
     select 1 from corkboard.search_entries e
      where e.workspace_id = i.workspace_id and e.kind = 'invoice' and e.record_id = i.id)
  on conflict do nothing;
end
$$;
comment on procedure corkboard.add_search_entries() is
  'Adds entries for records that were written before search_entries existed. A release calls it.';
