create or replace function corkboard.prune_deliveries(p_batch integer default 1000) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return corkboard.change_rows(
    format(
      'delete from %%1$s d
        where d.ctid = any (array(
          select o.ctid
            from %%2$s e
            cross join unnest(''{succeeded,failed,missed}''::text[]) s (status)
            cross join lateral (
              select d.ctid from %%1$s d
               where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = s.status and d.status <> ''pending''
                 and d.settled_at <= %L
               limit %s for update skip locked) o
           limit %s))',
      clock_timestamp() - corkboard.delivery_retention_days() * interval '24 hours', p_batch, p_batch),
    'corkboard.webhook_deliveries', 'corkboard.webhook_endpoints');
end
$$;
comment on function corkboard.prune_deliveries(integer) is
  'Deletes up to a batch of deliveries, with their attempts, that were settled more than delivery_retention_days ago. Returns how many; 0 when none are left.';
