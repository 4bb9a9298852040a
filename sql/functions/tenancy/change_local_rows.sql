create or replace function corkboard.change_local_rows(p_command text, p_table regclass, p_other regclass) returns integer
language plpgsql
as $$
declare
  v_part record;
  v_changed integer;
  v_total integer := 0;
begin
  for v_part in
    select shard_name(s.logicalrelid, s.shardid) as name, shard_name(o.logicalrelid, o.shardid) as other
      from pg_dist_shard s
      join pg_dist_placement p on p.shardid = s.shardid and p.groupid = (select g.groupid from pg_dist_local_group g)
      left join pg_dist_shard o on o.logicalrelid = p_other and o.shardminvalue = s.shardminvalue
     where s.logicalrelid = p_table
  loop
    execute format(p_command, v_part.name, v_part.other);
    get diagnostics v_changed = row_count;
    v_total := v_total + v_changed;
  end loop;
  return v_total;
end
$$;
comment on function corkboard.change_local_rows(text, regclass, regclass) is
  'Runs the command of change_rows on the parts of the table that are on this node, and returns how many rows it changed. For databases with the Citus extension.';
