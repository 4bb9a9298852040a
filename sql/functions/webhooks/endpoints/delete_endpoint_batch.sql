-- Reads an index in its order, as mark_pending_missed does.
create or replace function corkboard.delete_endpoint_batch(p_workspace uuid, p_endpoint uuid) returns boolean
language plpgsql
set enable_bitmapscan = off
as $$
declare
  v_batch uuid[];
begin
  v_batch := array(
    select d.id from corkboard.webhook_deliveries d
     where d.workspace_id = p_workspace and d.endpoint_id = p_endpoint
     order by d.created_at desc
     limit corkboard.delivery_batch_size());
  perform corkboard.lock_deliveries(p_workspace, v_batch);
  delete from corkboard.webhook_deliveries d where d.workspace_id = p_workspace and d.id = any (v_batch);
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
