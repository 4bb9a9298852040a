-- The longer the endpoint has not answered 429, the faster the rate grows: a limit that still applies is rarely hit,
-- and one that no longer applies is soon dropped.
create or replace function corkboard.increased_rate(p_throttle corkboard.webhook_throttles, p_successes bigint, p_now timestamptz) returns real
language plpgsql immutable
as $$
declare
  c_unlimited constant real := 100;
  v_seconds constant double precision := extract(epoch from p_now - coalesce(p_throttle.resumes_at, p_now - interval '10 seconds'));
  v_rate constant double precision := p_throttle.rate * power(1 + least(0.03, 0.0003 * greatest(v_seconds, 0)), p_successes);
begin
  return case when v_rate <= c_unlimited then v_rate end;
end
$$;
comment on function corkboard.increased_rate(corkboard.webhook_throttles, bigint, timestamptz) is
  'The rate of an endpoint after this number of successful attempts under it; null once it is so high that no limit is needed.';
