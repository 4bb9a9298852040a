create or replace function corkboard.prune_deliveries(p_batch integer default 1000) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_old constant timestamptz := clock_timestamp() - corkboard.delivery_retention_days() * interval '24 hours';
  v_pruned integer;
begin
  delete from corkboard.webhook_deliveries d
   where d.ctid = any (array(
     select o.ctid
       from corkboard.webhook_endpoints e
       cross join unnest('{succeeded,failed,missed}'::text[]) s (status)
       cross join lateral (
         select d.ctid from corkboard.webhook_deliveries d
          where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = s.status and d.status <> 'pending'
            and d.settled_at <= v_old
          limit p_batch for update skip locked) o
      limit p_batch));
  get diagnostics v_pruned = row_count;
  return v_pruned;
end
$$;
comment on function corkboard.prune_deliveries(integer) is
  'Deletes up to a batch of deliveries, with their attempts, that were settled more than delivery_retention_days ago. Returns how many; 0 when none are left.';
