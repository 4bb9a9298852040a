create or replace function corkboard.prune_rate_windows(p_batch integer default 1000) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_old constant timestamptz := clock_timestamp() - interval '1 hour';
  v_pruned integer;
begin
  delete from corkboard.rate_windows r
   where r.ctid = any (array(
     select o.ctid from corkboard.rate_windows o where o.minute_at < v_old limit p_batch for update skip locked));
  get diagnostics v_pruned = row_count;
  return v_pruned;
end
$$;
comment on function corkboard.prune_rate_windows(integer) is
  'Deletes up to a batch of rate windows that were not used for an hour. Returns how many; 0 when none are left.';
