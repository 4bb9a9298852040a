create or replace function corkboard.prune_deliveries(p_batch integer default 10000) returns integer
language plpgsql
-- The index by which they are found is of blocks, not of rows; a worker's connections do without, for their queue.
set enable_bitmapscan = on
as $$
declare
  v_pruned integer;
begin
  -- Of workers that died, where nobody took the attempt over: the endpoint was removed or turned off.
  delete from corkboard.webhook_claims c where c.claimed_until <= clock_timestamp() - interval '1 day';
  delete from corkboard.webhook_deliveries d
   where d.ctid = any (array(
     select o.ctid from corkboard.webhook_deliveries o
      where o.status <> 'pending' and o.settled_at <= clock_timestamp() - interval '30 days'
      limit p_batch for update skip locked));
  get diagnostics v_pruned = row_count;
  return v_pruned;
end
$$;
comment on function corkboard.prune_deliveries(integer) is
  'Deletes up to a batch of deliveries, with their attempts, that were settled more than 30 days ago and says how many; below the batch, none are left. Claims that ran out a day ago go as well.';
