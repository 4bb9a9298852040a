-- Counts first, for the count decides how to find the page: few matches are fetched and sorted; where there
-- are many, walking the clients in the list's order soon comes by a page of them, and sorting would not.
-- A search for a single character has nothing to look up and walks them all, inside clients_by_name; the rare
-- text that is too long for that index is read from its row.
create or replace function corkboard.search_clients(
  p_workspace uuid, p_search text, p_limit integer, p_offset bigint,
  out total bigint, out page corkboard.clients[]
)
language plpgsql stable
as $$
declare
  v_folded text := corkboard.fold(p_search);
  -- The longest grams of the text: the fewer clients have them.
  v_grams text[] := corkboard.grams(v_folded, greatest(2, least(char_length(v_folded), 3)), 3);
  -- Fetching and sorting so many takes less than a walk to the end of the list, where they may all be.
  v_few constant bigint := 5000;
  -- Its own % and _ are taken literally.
  v_pattern text := '%' || regexp_replace(v_folded, '([\\%_])', '\\\1', 'g') || '%';
begin
  -- It stands between name and company, in neither of which it is worth looking for.
  if strpos(v_folded, E'\x1f') > 0 then
    total := 0;
    page := '{}';
    return;
  end if;
  if cardinality(v_grams) > 0 then
    select count(*) into total from corkboard.clients c
     where c.workspace_id = p_workspace and c.trashed_at is null
       and corkboard.grams(c.search_text, 2, 3) @> v_grams and c.search_text like v_pattern;
  else
    select count(*) into total from corkboard.clients c
     where c.workspace_id = p_workspace and c.trashed_at is null
       and case when c.search_short is null
             then (select l.search_text like v_pattern from corkboard.clients l
                    where l.workspace_id = c.workspace_id and l.id = c.id)
             else c.search_short like v_pattern end;
  end if;

  if total <= p_offset then
    page := '{}';
  elsif total <= v_few and cardinality(v_grams) > 0 then
    page := array(
      select c from corkboard.clients c
       where c.workspace_id = p_workspace and c.trashed_at is null
         and corkboard.grams(c.search_text, 2, 3) @> v_grams and c.search_text like v_pattern
       order by c.name collate "und-x-icu", c.id limit p_limit offset p_offset);
  else
    page := array(
      select p
        from (select c.workspace_id, c.name, c.id from corkboard.clients c
               where c.workspace_id = p_workspace and c.trashed_at is null
                 and case when c.search_short is null
                   then (select l.search_text like v_pattern from corkboard.clients l
                          where l.workspace_id = c.workspace_id and l.id = c.id)
                   else c.search_short like v_pattern end
               order by c.name collate "und-x-icu", c.id limit p_limit offset p_offset) found
        join corkboard.clients p using (workspace_id, id)
       order by found.name collate "und-x-icu", found.id);
  end if;
end
$$;
comment on function corkboard.search_clients(uuid, text, integer, bigint) is
  'One page, by name, of the clients whose name or company contains the text in any case, and how many there are in all.';
