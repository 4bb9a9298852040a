create or replace procedure corkboard.add_search_entries()
language plpgsql
as $$
declare
  v_missing record;
begin
  for v_missing in
    select r.workspace_id, r.kind, array_agg(r.id) as ids
      from (
        select c.workspace_id, 'client' as kind, c.id from corkboard.clients c
        union all select p.workspace_id, 'project', p.id from corkboard.projects p
        union all select i.workspace_id, 'invoice', i.id from corkboard.invoices i) r
     where not exists (
       select 1 from corkboard.search_entries e
        where e.workspace_id = r.workspace_id and e.kind = r.kind and e.record_id = r.id)
     group by 1, 2
  loop
    insert into corkboard.search_entries (workspace_id, kind, record_id, search_text)
    select v_missing.workspace_id, v_missing.kind, s.record_id, corkboard.fold_for_search(s.search_text)
      from corkboard.searchable(v_missing.workspace_id, v_missing.kind, v_missing.ids) s
    on conflict do nothing;
  end loop;
end
$$;
comment on procedure corkboard.add_search_entries() is
  'Adds entries for records that were written before search_entries existed. A release calls it.';
