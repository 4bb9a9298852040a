create or replace function corkboard.change_local_rows(p_command text, p_table regclass, p_other regclass) returns integer
language plpgsql
as $$
declare
  v_part record;
  v_changed integer;
  v_total integer := 0;
begin
  for v_part in select * from corkboard.local_parts(p_table, p_other) loop
    execute format(p_command, v_part.name, v_part.other);
    get diagnostics v_changed = row_count;
    v_total := v_total + v_changed;
  end loop;
  return v_total;
end
$$;
comment on function corkboard.change_local_rows(text, regclass, regclass) is
  'Runs the command of change_rows on the parts of the table that are on this node, and returns how many rows it changed. For databases with the Citus extension.';
