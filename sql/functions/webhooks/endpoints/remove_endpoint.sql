-- The first batch of its deliveries is deleted right away. If more are left, a job continues batch by batch.
create or replace function corkboard.remove_endpoint(
  p_workspace uuid, p_endpoint uuid, p_version integer default null
) returns corkboard.webhook_endpoints
language plpgsql
as $$
declare
  v_now timestamptz;
  v_endpoint corkboard.webhook_endpoints;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_endpoint := corkboard.require_record(null::corkboard.webhook_endpoints, p_workspace, p_endpoint, 'endpoint');
  if v_endpoint.version <> p_version then
    perform corkboard.reject_outdated(
      p_workspace, 'This endpoint was edited', array[p_endpoint], '{endpoint.edited}', v_endpoint.version - p_version);
  end if;
  if not corkboard.delete_endpoint_batch(p_workspace, p_endpoint) then
    v_now := clock_timestamp();
    update corkboard.webhook_endpoints e
       set removed_at = v_now, disabled_at = coalesce(e.disabled_at, v_now)
     where e.workspace_id = p_workspace and e.id = p_endpoint;
    perform corkboard.enqueue_job('remove_endpoint', p_workspace, p_endpoint);
  end if;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'endpoint.removed', 'endpoint', p_endpoint);
  return v_endpoint;
end
$$;
comment on function corkboard.remove_endpoint(uuid, uuid, integer) is
  'Removes an endpoint with its deliveries. Nothing more is sent, not even a pending retry. p_version is the version that the caller saw (null: any). Rejects with not_found, conflict (edited since).';
