-- Processes of the previous version call it, too.
create or replace function corkboard.search_records(p_workspace uuid, p_kind text, p_search text) returns setof uuid
language plpgsql stable
as $$
begin
  return query select * from corkboard.found_records(p_workspace, p_kind, p_search, '{}');
end
$$;
comment on function corkboard.search_records(uuid, text, text) is
  'The records of a kind whose text contains the search (found_records).';
