create or replace function corkboard.search_clients_by_index(p_workspace uuid, p_grams text[], p_pattern text)
returns table (workspace_id uuid, id uuid, name text)
language sql stable
as $$
  select c.workspace_id, c.id, c.name from corkboard.clients c
   where c.workspace_id = p_workspace and c.trashed_at is null
     and corkboard.ngrams(c.search_text, 2, 3) @> p_grams and c.search_text like p_pattern
$$;
comment on function corkboard.search_clients_by_index(uuid, text[], text) is
  'The clients whose name or company matches a pattern, found through the ngram index (clients_search).';
