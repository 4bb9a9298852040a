-- A job that has failed as often as it may is tried no more, and graphile-worker keeps it. What waited for it has had
-- another one long since (requeue_lost), or was told why not.
create or replace function corkboard.prune_jobs(p_batch integer default 1000) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_old constant timestamptz := clock_timestamp() - interval '7 days';
  v_pruned integer;
begin
  delete from graphile_worker._private_jobs j
   where j.id = any (array(
     select o.id from graphile_worker._private_jobs o
      where o.attempts >= o.max_attempts and o.locked_at is null and o.updated_at <= v_old
      limit p_batch for update skip locked));
  get diagnostics v_pruned = row_count;
  return v_pruned;
end
$$;
comment on function corkboard.prune_jobs(integer) is
  'Deletes up to a batch of jobs that were given up a week ago and says how many; 0: none are left.';
