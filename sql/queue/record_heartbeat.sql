-- graphile-worker leaves the jobs of a killed worker locked for four hours. If a live worker never got the reply to a
-- fetch, the jobs of that fetch stay locked forever. So every worker pool reports every few seconds which jobs it
-- holds, and locked jobs that no pool holds are unlocked. A pool may hold jobs for a moment before its first report,
-- and the reply to a fetch may still be on its way, so only jobs that were locked longer ago are unlocked.
create or replace function corkboard.record_heartbeat(p_pool text, p_held bigint[], p_host text, p_pid integer) returns integer
language plpgsql
as $$
declare
  c_silence constant interval := corkboard.worker_silence();
  -- Longer than a worker waits for a response (src/database/connect.ts).
  c_on_the_way constant interval := '20 seconds';
  v_now constant timestamptz := clock_timestamp();
  v_freed integer;
begin
  perform corkboard.check_not_copy();
  insert into corkboard.worker_pools as p (id, seen_at, host, pid) values (p_pool, v_now, p_host, p_pid)
  on conflict (id) do update set seen_at = excluded.seen_at;
  delete from corkboard.worker_pools p
   where p.id = any (array(
     select s.id from corkboard.worker_pools s where s.seen_at < v_now - c_silence for update skip locked));
  update graphile_worker._private_jobs j set locked_at = null, locked_by = null
   where j.id = any (array(
     select l.id from graphile_worker._private_jobs l
      where l.locked_at < v_now - c_on_the_way
        and case when l.locked_by = p_pool then not l.id = any (p_held)
                 else l.locked_at < v_now - c_silence
                      and not exists (select 1 from corkboard.worker_pools p where p.id = l.locked_by) end
        for update skip locked));
  get diagnostics v_freed = row_count;
  return v_freed;
end
$$;
comment on function corkboard.record_heartbeat(text, bigint[], text, integer) is
  'Records that a worker pool is alive, where it runs (host and process id) and which jobs it holds, and unlocks jobs that no living pool holds (silent for 30 seconds). Returns how many it unlocked. Rejects with conflict if the database is a copy.';
