-- graphile-worker keeps the jobs of a worker that was killed for four hours. So every pool of jobs says
-- every few seconds that it is alive, and looks whether another has fallen silent: its jobs are free again at once.
-- Only what was locked that long ago is touched: a pool may hold jobs a moment before it first says so.
create or replace function corkboard.beat_worker(p_pool text) returns integer
language plpgsql
as $$
declare
  c_silence constant interval := '30 seconds';
  v_dead text[];
begin
  insert into corkboard.worker_pools as p (id) values (p_pool)
  on conflict (id) do update set seen_at = clock_timestamp();
  delete from corkboard.worker_pools p
   where p.ctid = any (array(
     select s.ctid from corkboard.worker_pools s where s.seen_at < clock_timestamp() - c_silence for update skip locked));
  v_dead := array(
    select distinct j.locked_by from graphile_worker.jobs j
     where j.locked_at < clock_timestamp() - c_silence
       and not exists (select from corkboard.worker_pools p where p.id = j.locked_by));
  if v_dead <> '{}' then
    perform graphile_worker.force_unlock_workers(v_dead);
  end if;
  return cardinality(v_dead);
end
$$;
comment on function corkboard.beat_worker(text) is
  'Notes that a pool of jobs is alive, and frees the jobs of those that have been silent for 30 seconds; says how many pools that were.';
