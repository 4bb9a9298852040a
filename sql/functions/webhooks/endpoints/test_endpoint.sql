create or replace function corkboard.test_endpoint(
  p_workspace uuid, p_endpoint uuid, p_event text default 'ping',
  out "workspaceId" uuid, out id uuid, out url text, out format text, out secrets text[], out now text,
  out locale text, out "timeZone" text
)
language plpgsql
as $$
declare
  v_endpoint corkboard.webhook_endpoints;
begin
  perform corkboard.check_one_of('event', p_event, 'ping'::text || corkboard.subscribable_events());
  perform corkboard.lock_workspace(p_workspace);
  v_endpoint := corkboard.require_record(null::corkboard.webhook_endpoints, p_workspace, p_endpoint, 'endpoint');
  perform corkboard.check_plan_has_webhooks(p_workspace);
  perform corkboard.check_not_suspended(p_workspace);
  perform corkboard.check_not_copy();
  "workspaceId" := p_workspace;
  id := corkboard.uuid_v7();
  perform corkboard.count_endpoint_test(p_workspace, p_endpoint, id);
  url := v_endpoint.url;
  format := v_endpoint.format;
  secrets := corkboard.live_secrets(v_endpoint);
  now := corkboard.iso(clock_timestamp());
  select w.locale, w.time_zone into test_endpoint.locale, "timeZone" from corkboard.workspaces w where w.id = p_workspace;
end
$$;
comment on function corkboard.test_endpoint(uuid, uuid, text) is
  'Counts a test of an endpoint (a ping, or a sample of another event) and returns what the caller needs to send it. Nothing else is recorded. Rejects with validation (unknown event), not_found, plan_limit (the plan has no webhooks), conflict (the workspace is suspended, the database is a copy), rate_limited (count_endpoint_test).';
