-- The unit separator prevents matches that span two fields.
drop function if exists corkboard.searchable();
create or replace function corkboard.searchable(p_workspace uuid, p_kind text, p_records uuid[])
returns table (record_id uuid, search_text text)
language plpgsql stable
as $$
begin
  case p_kind
    when 'client' then
      return query
        select c.id, concat_ws(E'\x1f', c.name, c.company, c.contact_name, c.email) from unnest(p_records) r (id)
          join corkboard.clients c on c.workspace_id = p_workspace and c.id = r.id;
    when 'project' then
      return query
        select p.id, p.name from unnest(p_records) r (id)
          join corkboard.projects p on p.workspace_id = p_workspace and p.id = r.id;
    when 'invoice' then
      return query
        select i.id, concat_ws(E'\x1f', i.number, i.po_number) from unnest(p_records) r (id)
          join corkboard.invoices i on i.workspace_id = p_workspace and i.id = r.id;
  end case;
end
$$;
comment on function corkboard.searchable(uuid, text, uuid[]) is
  'The text by which the console''s search finds a workspace''s clients, projects or invoices with these ids.';
