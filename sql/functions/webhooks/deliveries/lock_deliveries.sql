-- Locks in the order of the keys, after claims and before endpoints. All functions use this order, so that they cannot
-- deadlock.
create or replace function corkboard.lock_deliveries(p_workspace uuid, p_deliveries uuid[])
returns setof corkboard.webhook_deliveries
language plpgsql
as $$
begin
  return query
    select d.* from corkboard.webhook_deliveries d
     where d.workspace_id = p_workspace and d.id = any (p_deliveries)
     order by d.id
       for no key update;
end
$$;
comment on function corkboard.lock_deliveries(uuid, uuid[]) is
  'Locks deliveries of a workspace in the order that all functions use, and returns their current rows. Deleted ones are left out.';
