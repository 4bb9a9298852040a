-- In plpgsql, so that the search is folded once and not for each entry.
create or replace function corkboard.found_records(p_workspace uuid, p_kind text, p_search text, p_amounts text[])
returns setof uuid
language plpgsql stable
as $$
declare
  v_folded constant text := corkboard.fold_for_search(p_search);
  -- A literal % or _ in the search has no special meaning.
  v_patterns constant text[] := array(
    select '%' || regexp_replace(s.text, '([\\%_])', '\\\1', 'g') || '%'
      from (values (v_folded), (corkboard.compact_for_search(v_folded))) s (text));
begin
  return query
    select e.record_id from corkboard.search_entries e
     where e.workspace_id = p_workspace and e.kind = p_kind
       and (e.search_text like any (v_patterns) or e.amounts like any (p_amounts));
  if p_kind = 'invoice' then
    return query
      select l.invoice_id from corkboard.search_lines l
       where l.workspace_id = p_workspace and l.search_text like v_patterns[1];
  end if;
end
$$;
comment on function corkboard.found_records(uuid, text, text, text[]) is
  'The records of a kind whose text contains the search, ignoring case, accents and how apostrophes, dashes and spaces are written, or which have an amount like one of the patterns (amount_for_search). Records in the trash are included.';
