-- After a vacuum of an empty queue, the planner assumes that the queue is empty until autovacuum runs again, a minute
-- or more later. Until then every fetch and deletion of a job reads all jobs. With 100,000 jobs that exceeds the
-- statement timeout, and nothing is sent. Does nothing if the planner's estimate is close enough.
create or replace function corkboard.analyze_queue() returns boolean
language plpgsql
-- Only the queue's owner may analyze it, and every worker needs it analyzed.
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  c_long constant integer := 1000;
  v_queue constant regclass := 'graphile_worker._private_jobs';
begin
  if (select c.reltuples / greatest(c.relpages, 1) * pg_relation_size(v_queue) / current_setting('block_size')::integer >= c_long
        from pg_class c where c.oid = v_queue) then
    return false;
  end if;
  perform 1 from graphile_worker._private_jobs j order by j.id offset c_long limit 1;
  if not found then
    return false;
  end if;
  analyze graphile_worker._private_jobs;
  return true;
end
$$;
comment on function corkboard.analyze_queue() is
  'Analyzes the queue''s table if the planner takes a long queue for a short one. Returns whether it did.';
