-- Counts first, because the count decides how the page is found. Few matches are looked up in the index of grams and
-- sorted. Where there are many, walking the clients in the list's order soon finds a page of them, and sorting would
-- take longer. A single character has no grams, so its matches are always found by walking. Either way only the rows of
-- the page are read. The functions that find them answer named columns. One that answers a table's whole rows would
-- fail here, inside the plan that is kept, from the moment when the table gets another column. It runs as the owner of
-- the table, and only in the workspace that was entered: under a policy PostgreSQL uses an index only for comparisons
-- that it calls leakproof, and that of grams is not one.
create or replace function corkboard.search_clients(
  p_workspace uuid, p_search text, p_limit integer, p_offset bigint,
  out total bigint, out page corkboard.clients[]
)
language plpgsql stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  -- Looking up and sorting this many takes less time than a walk to the end of the list, where all matches may be.
  c_few constant bigint := 5000;
  v_folded constant text := corkboard.normalize_for_search(p_search);
  -- The longest grams of the text, because the fewest clients have them.
  v_grams constant text[] := corkboard.ngrams(v_folded, greatest(2, least(char_length(v_folded), 3)), 3);
  v_look_up constant boolean := cardinality(v_grams) > 0;
  -- The search's own % and _ are taken literally.
  v_pattern constant text := '%' || regexp_replace(v_folded, '([\\%_])', '\\\1', 'g') || '%';
begin
  page := '{}';
  -- The unit separator stands between name and company. No search can match it.
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
        join corkboard.clients c using (workspace_id, id)
       order by found.name collate "und-x-icu", found.id);
  else
    page := array(
      select c
        from (select * from corkboard.search_clients_by_scan(p_workspace, v_pattern) m
               order by m.name collate "und-x-icu", m.id limit p_limit offset p_offset) found
        join corkboard.clients c using (workspace_id, id)
       order by found.name collate "und-x-icu", found.id);
  end if;
end
$$;
comment on function corkboard.search_clients(uuid, text, integer, bigint) is
  'One page, by name, of the clients whose name or company contains the text in any case, and how many there are in all.';
