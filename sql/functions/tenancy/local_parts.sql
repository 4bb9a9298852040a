create or replace function corkboard.local_parts(p_table regclass, p_other regclass default null) returns table (name text, other text)
language plpgsql stable
as $$
begin
  return query
  select shard_name(s.logicalrelid, s.shardid), shard_name(o.logicalrelid, o.shardid)
    from pg_dist_shard s
    join pg_dist_placement p on p.shardid = s.shardid and p.groupid = (select g.groupid from pg_dist_local_group g)
    left join pg_dist_shard o on o.logicalrelid = p_other and o.shardminvalue = s.shardminvalue
   where s.logicalrelid = p_table;
end
$$;
comment on function corkboard.local_parts(regclass, regclass) is
  'The names of the parts of a distributed table that are on this node, and of the parts of the other table with rows of the same workspaces. For databases with the Citus extension.';
