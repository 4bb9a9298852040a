-- The first batch of pending deliveries becomes missed right away. If more are left, a job continues batch by batch.
create or replace function corkboard.disable_endpoint(p_workspace uuid, p_endpoint uuid) returns corkboard.webhook_endpoints
language plpgsql
as $$
declare
  v_now timestamptz;
begin
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.require_record(null::corkboard.webhook_endpoints, p_workspace, p_endpoint, 'endpoint');
  -- Deliveries are locked before endpoints, as record_attempts does.
  perform corkboard.mark_pending_missed(p_workspace, p_endpoint);
  -- An incomplete batch need not be the last: attempts in progress may have settled some of it before it was locked.
  if exists (select 1 from corkboard.webhook_deliveries d
              where d.workspace_id = p_workspace and d.endpoint_id = p_endpoint and d.status = 'pending') then
    perform corkboard.enqueue_job('disable_endpoint', p_workspace, p_endpoint);
  end if;
  v_now := clock_timestamp();
  update corkboard.webhook_endpoints e set disabled_at = v_now
   where e.workspace_id = p_workspace and e.id = p_endpoint and e.disabled_at is null;
  if found then
    perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'endpoint.disabled', 'endpoint', p_endpoint);
  end if;
  return corkboard.require_record(null::corkboard.webhook_endpoints, p_workspace, p_endpoint, 'endpoint');
end
$$;
comment on function corkboard.disable_endpoint(uuid, uuid) is
  'Disables an endpoint: pending deliveries and later events become missed. Rejects with not_found.';
