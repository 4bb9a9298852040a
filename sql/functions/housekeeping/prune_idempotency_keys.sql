create or replace function corkboard.prune_idempotency_keys(p_batch integer default 1000) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return corkboard.delete_rows(
    'corkboard.idempotency_keys', format('o.created_at <= %L', clock_timestamp() - interval '24 hours'), p_batch);
end
$$;
comment on function corkboard.prune_idempotency_keys(integer) is
  'Deletes up to a batch of responses older than 24 hours. Returns how many; 0 when none are left.';
