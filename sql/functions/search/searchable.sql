-- The unit separator prevents matches that span two fields. The limit makes the planner look each record up, whatever it
-- knows of the table's size.
drop function if exists corkboard.searchable();
create or replace function corkboard.searchable(p_workspace uuid, p_kind text, p_records uuid[])
returns table (record_id uuid, search_text text)
language plpgsql stable
as $$
begin
  case p_kind
    when 'client' then
      return query
        select r.id, c.texts from unnest(p_records) r (id) cross join lateral (
          select concat_ws(E'\x1f', c.name, c.company, c.contact_name, c.email) as texts from corkboard.clients c
           where c.workspace_id = p_workspace and c.id = r.id limit 1) c;
    when 'project' then
      return query
        select r.id, p.name from unnest(p_records) r (id) cross join lateral (
          select p.name from corkboard.projects p where p.workspace_id = p_workspace and p.id = r.id limit 1) p;
    when 'invoice' then
      return query
        select r.id, i.texts from unnest(p_records) r (id) cross join lateral (
          select concat_ws(E'\x1f', i.number, i.po_number) as texts from corkboard.invoices i
           where i.workspace_id = p_workspace and i.id = r.id limit 1) i;
  end case;
end
$$;
comment on function corkboard.searchable(uuid, text, uuid[]) is
  'The text by which the console''s search finds a workspace''s clients, projects or invoices with these ids.';
