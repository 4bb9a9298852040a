-- A retried delivery may fail again before the last batch. None is made due twice, so that a retry comes to an end and
-- uses only one attempt of each delivery.
create or replace function corkboard.retry_deliveries(
  p_workspace uuid, p_endpoint uuid, p_begun timestamptz default null, out begun timestamptz, out retried integer
)
language plpgsql
as $$
declare
  v_found uuid[];
  v_due corkboard.webhook_deliveries[];
  v_endpoint corkboard.webhook_endpoints;
begin
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.check_plan_has_webhooks(p_workspace);
  perform corkboard.check_endpoint_enabled(p_workspace, p_endpoint);
  -- A retry that began before is finished: its deliveries then wait for the end of the suspension.
  perform corkboard.check_not_suspended(p_workspace) where p_begun is null;
  begun := coalesce(p_begun, clock_timestamp());
  -- By the time these are locked, their attempts may have started or settled them. More may follow, so it then takes
  -- the next batch.
  loop
    v_found := array(select r.id from corkboard.retryable_deliveries(p_workspace, p_endpoint, begun, clock_timestamp()) r (id));
    v_due := corkboard.make_due_now(p_workspace, v_found);
    exit when cardinality(v_due) > 0 or cardinality(v_found) = 0;
  end loop;
  perform corkboard.throttle_deliveries(v_due);
  retried := cardinality(v_due);
  if p_begun is null then
    -- The caller expects the endpoint to accept everything now, so a rate learned earlier no longer applies. The throttle is
    -- locked after the deliveries, as in record_attempts.
    v_endpoint := corkboard.require_record(null::corkboard.webhook_endpoints, p_workspace, p_endpoint, 'endpoint');
    update corkboard.webhook_throttles t set rate = corkboard.initial_rate(v_endpoint.format), first_limited_at = null
     where t.workspace_id = p_workspace and t.id = p_endpoint;
    perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'endpoint.retried', 'endpoint', p_endpoint);
  end if;
end
$$;
comment on function corkboard.retry_deliveries(uuid, uuid, timestamptz) is
  'Makes a batch of an endpoint''s pending deliveries due now whose next attempt is later, and returns how many. Each attempt counts as one of the seven. 0: none are left. Pass begun from the first batch to the next ones. Rejects with not_found, plan_limit (the plan has no webhooks), conflict (endpoint disabled, workspace suspended before the first batch).';
