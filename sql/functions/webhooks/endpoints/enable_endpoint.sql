create or replace function corkboard.enable_endpoint(p_workspace uuid, p_endpoint uuid) returns corkboard.webhook_endpoints
language plpgsql
as $$
declare
  v_endpoint corkboard.webhook_endpoints;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_endpoint := corkboard.require_record(null::corkboard.webhook_endpoints, p_workspace, p_endpoint, 'endpoint');
  perform corkboard.check_plan_has_webhooks(p_workspace);
  -- If the endpoint was just disabled, some deliveries may still be pending. They become missed, too.
  if v_endpoint.disabled_at is not null then
    perform corkboard.mark_pending_missed(p_workspace, p_endpoint);
  end if;
  update corkboard.webhook_endpoints e set disabled_at = null, failures_in_row = 0
   where e.workspace_id = p_workspace and e.id = p_endpoint and e.disabled_at is not null
  returning * into v_endpoint;
  if found then
    -- Keeps the concurrency window, and resets the rate, the requested pause and the failures.
    update corkboard.webhook_throttles p
       set rate = corkboard.initial_rate(v_endpoint.format), first_failed_at = null, resumes_at = null,
           next_attempt_at = '-infinity', first_limited_at = null
     where p.workspace_id = p_workspace and p.id = p_endpoint;
    perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'endpoint.enabled', 'endpoint', p_endpoint);
  end if;
  return corkboard.require_record(null::corkboard.webhook_endpoints, p_workspace, p_endpoint, 'endpoint');
end
$$;
comment on function corkboard.enable_endpoint(uuid, uuid) is
  'Enables an endpoint and resets its count of failures. Missed deliveries stay missed until they are replayed. Rejects with not_found, plan_limit (the plan has no webhooks).';
