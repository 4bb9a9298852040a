create or replace procedure corkboard.add_search_entries()
language sql
as $$
  insert into corkboard.search_entries (workspace_id, kind, record_id, search_text)
  select s.workspace_id, s.kind, s.record_id, corkboard.fold_for_search(s.search_text)
    from corkboard.searchable() s
   where not exists (
     select 1 from corkboard.search_entries e
      where e.workspace_id = s.workspace_id and e.kind = s.kind and e.record_id = s.record_id)
  on conflict do nothing
$$;
comment on procedure corkboard.add_search_entries() is
  'Adds entries for records that were written before search_entries existed. A release calls it.';
