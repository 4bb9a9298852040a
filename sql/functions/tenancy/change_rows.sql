-- With Citus the command runs on each node for the parts of the table that the node has, in a transaction of the node,
-- because Citus has no limit for statements that write to several nodes. A node that is down keeps its rows until the next call.
create or replace function corkboard.change_rows(p_command text, p_table regclass, p_other regclass default null) returns integer
language plpgsql
as $$
declare
  v_changed integer;
  v_failure text;
begin
  if p_table not in (select * from corkboard.distributed_tables()) then
    execute format(p_command, p_table, p_other);
    get diagnostics v_changed = row_count;
    return v_changed;
  end if;
  select coalesce(sum(r.result::integer) filter (where r.success), 0), min(r.result) filter (where not r.success)
    into v_changed, v_failure
    from run_command_on_all_nodes(
      format('select corkboard.change_local_rows(%L, %L, %L)', p_command, p_table, p_other), give_warning_for_connection_errors => true) r;
  if v_changed = 0 and v_failure is not null then
    raise exception '%', v_failure;
  end if;
  return v_changed;
end
$$;
comment on function corkboard.change_rows(text, regclass, regclass) is
  'Runs an update or delete of rows of all workspaces and returns how many rows it changed. It names a table %1$s and, if it reads another one, that %2$s; rows of a workspace are compared only with rows of the same workspace.';
