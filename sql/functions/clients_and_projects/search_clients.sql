-- Counts first, because the count decides how to find the page. A few matches are looked up in the ngram index and
-- sorted. If there are many, scanning the clients in the list's order soon finds a page of them, and sorting would take
-- longer. A single character has no ngrams, so its matches are always found by a scan. search_text_short is in the list's
-- index, so only the rare longer texts are read from their rows. Either way only the rows of the page are read. The function
-- runs as the table's owner, within the entered workspace only: under a policy PostgreSQL uses an index only for leakproof
-- operators, and the ngram index has none.
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
    select count(*) into total
      from corkboard.clients c
     where c.workspace_id = p_workspace and c.trashed_at is null
       and corkboard.ngrams(c.search_text, 2, 3) @> v_grams and c.search_text like v_pattern;
  else
    select count(*) into total
      from corkboard.clients c
     where c.workspace_id = p_workspace and c.trashed_at is null
       and case when c.search_text_short is null
             then (select l.search_text like v_pattern from corkboard.clients l where l.workspace_id = p_workspace and l.id = c.id)
             else c.search_text_short like v_pattern end;
  end if;

  if total <= p_offset then
    return;
  elsif v_look_up and total <= c_few then
    -- Not an assignment: Citus would send page to the node as a parameter, and leave out its type.
    select array(
      select c
        from (select m.id, m.name from corkboard.clients m
               where m.workspace_id = p_workspace and m.trashed_at is null
                 and corkboard.ngrams(m.search_text, 2, 3) @> v_grams and m.search_text like v_pattern
               order by m.name collate "und-x-icu", m.id limit p_limit offset p_offset) found
        join corkboard.clients c on c.workspace_id = p_workspace and c.id = found.id
       order by found.name collate "und-x-icu", found.id)
      into page;
  else
    select array(
      select c
        from (select m.id, m.name from corkboard.clients m
               where m.workspace_id = p_workspace and m.trashed_at is null
                 and case when m.search_text_short is null
                       then (select l.search_text like v_pattern from corkboard.clients l
                              where l.workspace_id = p_workspace and l.id = m.id)
                       else m.search_text_short like v_pattern end
               order by m.name collate "und-x-icu", m.id limit p_limit offset p_offset) found
        join corkboard.clients c on c.workspace_id = p_workspace and c.id = found.id
       order by found.name collate "und-x-icu", found.id)
      into page;
  end if;
end
$$;
comment on function corkboard.search_clients(uuid, text, integer, bigint) is
  'One page, by name, of the clients whose name or company contains the text in any case, and how many there are in all.';
