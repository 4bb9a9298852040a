drop function if exists corkboard.searchable();

-- An entry that a trigger stored meanwhile is newer, and stays.
create or replace procedure corkboard.add_search_entries()
language plpgsql
as $$
begin
  insert into corkboard.search_entries (workspace_id, kind, record_id, search_text)
  select r.workspace_id, r.kind, r.id, corkboard.fold_for_search(r.search_text)
    from (
      select c.workspace_id, 'client' as kind, c.id,
             corkboard.client_search_text(c.name, c.company, c.contact_name, c.email) as search_text
        from corkboard.clients c
      union all
      select p.workspace_id, 'project', p.id, p.name from corkboard.projects p
      union all
      select i.workspace_id, 'invoice', i.id, corkboard.invoice_search_text(i.number, i.po_number) from corkboard.invoices i) r
   where not exists (
     select 1 from corkboard.search_entries e
      where e.workspace_id = r.workspace_id and e.kind = r.kind and e.record_id = r.id)
  on conflict do nothing;
end
$$;
comment on procedure corkboard.add_search_entries() is
  'Adds entries for records that were written before search_entries existed. A release calls it.';
