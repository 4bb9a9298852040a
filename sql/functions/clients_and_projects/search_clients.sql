-- Counts first, because the count decides how to find the page. A few matches are looked up in the ngram index and
-- sorted. If there are many, scanning the clients in the list's order soon finds a page of them, and sorting would take
-- longer. A single character has no ngrams, so its matches are always found by a scan. Either way only the rows of the
-- page are read. The helper functions return named columns: a cached plan that uses whole rows would fail once the
-- table gets another column. The function runs as the table's owner, within the entered workspace only: under a policy
-- PostgreSQL uses an index only for leakproof operators, and the ngram index has none.
create or replace function corkboard.search_clients(
  p_workspace uuid, p_search text, p_limit integer, p_offset bigint,
  out total bigint, out page corkboard.clients[]
)
language plpgsql stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  -- Looking up and sorting this many takes less time than scanning to the end of the list, where all matches may be.
  c_few constant bigint := 5000;
  v_folded constant text := corkboard.normalize_for_search(p_search);
  -- The longest ngrams of the text, because they are the rarest.
  v_grams constant text[] := corkboard.ngrams(v_folded, greatest(2, least(char_length(v_folded), 3)), 3);
  v_look_up constant boolean := cardinality(v_grams) > 0;
  -- A literal % or _ in the search has no special meaning.
  v_pattern constant text := '%' || regexp_replace(v_folded, '([\\%_])', '\\\1', 'g') || '%';
begin
  page := '{}';
  -- The unit separator separates name and company, so no search can match it.
  if strpos(v_folded, E'\x1f') > 0 or p_workspace is distinct from corkboard.current_workspace() then
    total := 0;
  elsif v_look_up then
    select count(*) into total from corkboard.search_clients_by_index(p_workspace, v_grams, v_pattern);
  else
    select count(*) into total from corkboard.search_clients_by_scan(p_workspace, v_pattern);
  end if;

  if total <= p_offset then
    return;
  elsif v_look_up and total <= c_few then
    page := array(
      select c
        from (select * from corkboard.search_clients_by_index(p_workspace, v_grams, v_pattern) m
               order by m.name collate "und-x-icu", m.id limit p_limit offset p_offset) found
        join corkboard.clients c on c.workspace_id = p_workspace and c.id = found.id
       order by found.name collate "und-x-icu", found.id);
  else
    page := array(
      select c
        from (select * from corkboard.search_clients_by_scan(p_workspace, v_pattern) m
               order by m.name collate "und-x-icu", m.id limit p_limit offset p_offset) found
        join corkboard.clients c on c.workspace_id = p_workspace and c.id = found.id
       order by found.name collate "und-x-icu", found.id);
  end if;
end
$$;
comment on function corkboard.search_clients(uuid, text, integer, bigint) is
  'One page, by name, of the clients whose name or company contains the text in any case, and how many there are in all.';
