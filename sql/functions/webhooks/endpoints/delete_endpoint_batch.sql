-- Reads an index in its order, as mark_pending_missed does.
create or replace function corkboard.delete_endpoint_batch(p_workspace uuid, p_endpoint uuid) returns boolean
language plpgsql
set enable_bitmapscan = off
as $$
begin
  delete from corkboard.webhook_deliveries d
   using corkboard.lock_deliveries(p_workspace, array(
     select o.id from corkboard.webhook_deliveries o
      where o.workspace_id = p_workspace and o.endpoint_id = p_endpoint
      order by o.created_at desc
      limit corkboard.delivery_batch_size())) l
   where d.workspace_id = l.workspace_id and d.id = l.id;
  -- Waits for transactions that are adding a delivery for this endpoint, and blocks new ones. Their deliveries are left
  -- to the next batch.
  perform 1 from corkboard.webhook_endpoints e
    where e.workspace_id = p_workspace and e.id = p_endpoint for update;
  perform 1 from corkboard.webhook_deliveries d
    where d.workspace_id = p_workspace and d.endpoint_id = p_endpoint
    order by d.created_at desc
    limit 1;
  if found then
    return false;
  end if;
  delete from corkboard.webhook_endpoints e where e.workspace_id = p_workspace and e.id = p_endpoint;
  return true;
end
$$;
comment on function corkboard.delete_endpoint_batch(uuid, uuid) is
  'Deletes a batch of an endpoint''s deliveries, and with the last of them the endpoint. Returns whether the endpoint is gone.';
