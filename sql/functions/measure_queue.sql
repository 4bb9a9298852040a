-- The planner takes a queue that was empty when it was last vacuumed for empty until autovacuum comes by again, a minute or
-- more, and then reads all jobs for each of those that it fetches or deletes: with 100,000 of them for longer than a
-- statement may take, so that nothing is sent at all. Nothing is measured where what it thinks is not far from the truth.
create or replace function corkboard.measure_queue() returns boolean
language plpgsql
-- Only the queue's owner may have it measured, and whoever works on it needs it measured.
security definer
set search_path = pg_catalog
as $$
declare
  c_long constant integer := 1000;
  v_queue constant regclass := 'graphile_worker._private_jobs';
begin
  if (select c.reltuples / greatest(c.relpages, 1) * pg_relation_size(v_queue) / current_setting('block_size')::integer >= c_long
        from pg_class c where c.oid = v_queue) then
    return false;
  end if;
  perform from graphile_worker._private_jobs j order by j.id offset c_long limit 1;
  if not found then
    return false;
  end if;
  analyze graphile_worker._private_jobs;
  return true;
end
$$;
comment on function corkboard.measure_queue() is
  'Has PostgreSQL look how long the queue is, where it thinks that it is short and it is not; says whether it did.';
