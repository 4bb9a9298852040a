create or replace function corkboard.prune_claims(p_batch integer default 1000) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return corkboard.delete_rows(
    'corkboard.webhook_claims', format('o.claimed_until <= %L', clock_timestamp() - interval '1 day'), p_batch);
end
$$;
comment on function corkboard.prune_claims(integer) is
  'Deletes up to a batch of claims that expired a day ago. Returns how many; 0 when none are left. They are left over when a worker died and its endpoint was then removed or disabled.';
