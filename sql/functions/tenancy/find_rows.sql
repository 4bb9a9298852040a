-- With Citus the query runs on each node for the parts of the table that the node has. A node that fails is left out, because
-- otherwise the rows of all others would not be found either. Only if nothing is found is its failure raised, as in change_rows.
create or replace function corkboard.find_rows(p_query text, p_table regclass) returns setof uuid
language plpgsql
as $$
declare
  v_found text[];
  v_failure text;
begin
  if p_table not in (select * from corkboard.distributed_tables()) then
    return query execute format(p_query, p_table);
    return;
  end if;
  select array_agg(r.result) filter (where r.success and r.result <> '{}'), min(r.result) filter (where not r.success)
    into v_found, v_failure
    from run_command_on_all_nodes(
      format('select corkboard.find_local_rows(%L, %L)', p_query, p_table), give_warning_for_connection_errors => true) r;
  if v_found is null and v_failure is not null then
    raise exception '%', v_failure;
  end if;
  return query select unnest(f.ids::uuid[]) from unnest(v_found) f (ids);
end
$$;
comment on function corkboard.find_rows(text, regclass) is
  'Runs a query for ids over the rows of all workspaces. It names the table %1$s and compares rows only with rows of the same workspace.';
