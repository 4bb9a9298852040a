create or replace function corkboard.distributed_tables() returns setof regclass
language plpgsql stable
as $$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    -- Hash-distributed tables and reference tables; Citus also lists local tables that it manages.
    return query select p.logicalrelid from pg_catalog.pg_dist_partition p where p.partmethod = 'h' or p.repmodel = 't';
  end if;
end
$$;
comment on function corkboard.distributed_tables() is
  'The tables that Citus has distributed or copied to every node; none on a database without Citus.';
