-- The only definition of an endpoint's state, for pages, the operator's command, the view and the metric. It gets the
-- rows that it judges by and reads none itself, so that a view can call it for a role that sees nothing else. If
-- several states apply, the first of these wins, because it must be resolved before the next one matters: the suspension,
-- the plan, off, failing, slowed.
create or replace function corkboard.endpoint_health(
  p_endpoint corkboard.webhook_endpoints, p_throttle corkboard.webhook_throttles, p_plan corkboard.plans,
  p_suspended_at timestamptz,
  out state text, out since timestamptz, out why text, out until timestamptz
)
language plpgsql stable
as $$
declare
  c_longest_without_success constant interval := '1 hour';
  v_failed constant text := case p_endpoint.failures_in_row
    when 0 then null
    when 1 then '1 delivery failed'
    else p_endpoint.failures_in_row || ' deliveries in a row failed' end;
  v_rate constant real := corkboard.faded_rate(p_throttle, now());
begin
  if p_suspended_at is not null then
    state := 'suspended';
    since := p_suspended_at;
    why := 'nothing is sent while the workspace is suspended';
  elsif not p_plan.webhooks then
    state := 'not_in_plan';
    why := 'events are not recorded and nothing is sent while the plan has no webhooks';
  elsif p_endpoint.disabled_at is not null then
    state := 'off';
    since := p_endpoint.disabled_at;
    why := v_failed;
  elsif v_failed is not null then
    state := 'failing';
    since := p_throttle.first_failed_at;
    why := v_failed;
  elsif p_throttle.first_failed_at <= now() - c_longest_without_success then
    state := 'failing';
    since := p_throttle.first_failed_at;
    why := 'no attempt has succeeded for an hour';
  elsif p_throttle.resumes_at > now() then
    state := 'slowed';
    why := 'it asked for a pause';
    until := p_throttle.resumes_at;
  elsif p_throttle.has_waiting then
    state := 'slowed';
    why := 'it takes ' || case
      when v_rate is null then floor(p_throttle.concurrency_window) || ' at a time'
      when v_rate < 0.1 then trim_scale(round((v_rate * 60)::numeric, 1)) || ' a minute'
      else trim_scale(round(v_rate::numeric, 1)) || ' a second' end;
  else
    state := 'working';
    since := p_throttle.first_failed_at;
    why := case when p_throttle.first_failed_at is not null then 'the latest attempts failed' end;
  end if;
end
$$;
comment on function corkboard.endpoint_health(
  corkboard.webhook_endpoints, corkboard.webhook_throttles, corkboard.plans, timestamptz) is
  'The state of an endpoint: suspended (its workspace), not_in_plan, off, failing (a delivery failed for the last time, or nothing has succeeded for an hour), slowed (it asked for a pause, or deliveries wait for its throttle) or working. Also since and until when, if known, and why.';
