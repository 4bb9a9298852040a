-- search_text_short is in the list's index, so only the rare longer texts are read from their rows.
create or replace function corkboard.search_clients_by_scan(p_workspace uuid, p_pattern text)
returns table (workspace_id uuid, id uuid, name text)
language sql stable
as $$
  select c.workspace_id, c.id, c.name from corkboard.clients c
   where c.workspace_id = p_workspace and c.trashed_at is null
     and case when c.search_text_short is null
           then (select l.search_text like p_pattern from corkboard.clients l
                  where l.workspace_id = c.workspace_id and l.id = c.id)
           else c.search_text_short like p_pattern end
$$;
comment on function corkboard.search_clients_by_scan(uuid, text) is
  'The clients whose name or company matches a pattern, found by comparing all of them within the list''s index (clients_by_name).';
