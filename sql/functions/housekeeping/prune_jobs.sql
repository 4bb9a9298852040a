-- A job that has failed as often as it may is tried no more, and graphile-worker keeps it. What waited for it has had
-- another one long since (requeue_lost), or was told why not.
create or replace function corkboard.prune_jobs(p_batch integer default 1000) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_old constant timestamptz := clock_timestamp() - interval '7 days';
begin
  -- complete_jobs deletes the jobs that are not locked, and returns them.
  return (select count(*) from graphile_worker.complete_jobs(array(
    select j.id from graphile_worker.jobs j
     where j.attempts >= j.max_attempts and j.locked_at is null and j.updated_at <= v_old
     limit p_batch)));
end
$$;
comment on function corkboard.prune_jobs(integer) is
  'Deletes up to a batch of jobs that were given up a week ago and says how many; 0: none are left.';
