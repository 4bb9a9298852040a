create or replace function corkboard.find_local_rows(p_query text, p_table regclass) returns uuid[]
language plpgsql
as $$
declare
  v_part record;
  v_found uuid[];
  v_all uuid[] := '{}';
begin
  for v_part in select * from corkboard.local_parts(p_table) loop
    execute format('select array(' || p_query || ')', v_part.name) into v_found;
    v_all := v_all || v_found;
  end loop;
  return v_all;
end
$$;
comment on function corkboard.find_local_rows(text, regclass) is
  'Runs the query of find_rows on the parts of the table that are on this node. For databases with the Citus extension.';
