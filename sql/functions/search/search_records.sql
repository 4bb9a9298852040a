-- In plpgsql, so that the search is folded once and not for each entry.
create or replace function corkboard.search_records(p_workspace uuid, p_kind text, p_search text) returns setof uuid
language plpgsql stable
as $$
declare
  -- A literal % or _ in the search has no special meaning.
  v_pattern constant text := '%' || regexp_replace(corkboard.fold_for_search(p_search), '([\\%_])', '\\\1', 'g') || '%';
begin
  return query
    select e.record_id from corkboard.search_entries e
     where e.workspace_id = p_workspace and e.kind = p_kind and e.search_text like v_pattern;
end
$$;
comment on function corkboard.search_records(uuid, text, text) is
  'The records of a kind whose text contains the search, ignoring case and accents, including records in the trash.';
