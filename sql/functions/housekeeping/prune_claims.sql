create or replace function corkboard.prune_claims(p_batch integer default 1000) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_old constant timestamptz := clock_timestamp() - interval '1 day';
  v_pruned integer;
begin
  delete from corkboard.webhook_claims c
   where c.ctid = any (array(
     select o.ctid from corkboard.webhook_claims o where o.claimed_until <= v_old limit p_batch for update skip locked));
  get diagnostics v_pruned = row_count;
  return v_pruned;
end
$$;
comment on function corkboard.prune_claims(integer) is
  'Deletes up to a batch of claims that expired a day ago. Returns how many; 0 when none are left. They are left over when a worker died and its endpoint was then removed or disabled.';
