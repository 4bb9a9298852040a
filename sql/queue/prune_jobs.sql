-- graphile-worker keeps a job that has used up its attempts. The record that waited for it got another job long ago
-- (requeue_lost), or stores why it got none. A job that another transaction has locked is left for the next run: that
-- transaction may be about to revive it, and complete_jobs alone would wait and then delete the revived job.
create or replace function corkboard.prune_jobs(p_batch integer default 1000) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_old constant timestamptz := clock_timestamp() - interval '7 days';
begin
  -- complete_jobs deletes the jobs that are not locked by a worker, and returns them.
  return (select count(*) from graphile_worker.complete_jobs(array(
    select j.id from graphile_worker._private_jobs j
     where j.attempts >= j.max_attempts and j.locked_at is null and j.updated_at <= v_old
     limit p_batch
       for update skip locked)));
end
$$;
comment on function corkboard.prune_jobs(integer) is
  'Deletes up to a batch of jobs that were given up a week ago. Returns how many; 0 when none are left, except those that another transaction has locked.';
