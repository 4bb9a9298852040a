create or replace function corkboard.prune_idempotency_keys(p_batch integer default 1000) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_old constant timestamptz := clock_timestamp() - interval '24 hours';
  v_pruned integer;
begin
  delete from corkboard.idempotency_keys k
   where k.ctid = any (array(
     select o.ctid from corkboard.idempotency_keys o where o.created_at <= v_old limit p_batch for update skip locked));
  get diagnostics v_pruned = row_count;
  return v_pruned;
end
$$;
comment on function corkboard.prune_idempotency_keys(integer) is
  'Deletes up to a batch of responses older than 24 hours. Returns how many; 0 when none are left.';
