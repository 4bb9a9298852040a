create or replace function corkboard.prune_rate_windows(p_batch integer default 1000) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return corkboard.delete_rows(
    'corkboard.rate_windows', format('o.minute_at < %L', clock_timestamp() - interval '1 hour'), p_batch);
end
$$;
comment on function corkboard.prune_rate_windows(integer) is
  'Deletes up to a batch of rate windows that were not used for an hour. Returns how many; 0 when none are left.';
