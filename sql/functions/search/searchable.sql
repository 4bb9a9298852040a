-- The unit separator prevents matches that span two fields.
create or replace function corkboard.searchable()
returns table (workspace_id uuid, kind text, record_id uuid, search_text text)
language sql stable
as $$
  select c.workspace_id, 'client', c.id, concat_ws(E'\x1f', c.name, c.company, c.contact_name, c.email) from corkboard.clients c
  union all
  select p.workspace_id, 'project', p.id, p.name from corkboard.projects p
  union all
  select i.workspace_id, 'invoice', i.id, concat_ws(E'\x1f', i.number, i.po_number) from corkboard.invoices i
$$;
comment on function corkboard.searchable() is 'The text by which the console''s search finds each client, project and invoice.';
