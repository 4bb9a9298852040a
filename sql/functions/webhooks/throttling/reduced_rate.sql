-- If there was no rate, the new one is the number of attempts that succeeded within a period as long as the requested
-- pause, and since the first 429 if that is longer. Too few attempts show only how much there was to send. If there was
-- a pause just before, the new rate is the number that succeeded since, divided by that time, or by the requested pause
-- if that is longer, and at least half of the old one, because there may have been little to send. If the last pause was
-- long ago, the rate drops by a fifth, after the last doubling by quiet minutes is undone.
create or replace function corkboard.reduced_rate(p_throttle corkboard.webhook_throttles, p_pause interval, p_now timestamptz) returns real
language plpgsql stable
as $$
declare
  c_enough_attempts constant integer := 20;
  c_memory constant interval := '10 seconds';
  c_lowest constant real := 0.1;
  v_rate constant real := corkboard.faded_rate(p_throttle, p_now);
  v_known constant boolean := v_rate is not null and p_throttle.resumes_at > p_now - c_memory;
  v_period constant interval := corkboard.rate_period(p_pause);
  v_from constant timestamptz := case when v_known then p_throttle.resumes_at else p_throttle.first_limited_at - v_period end;
  v_successes constant integer := (
    select count(*) from corkboard.webhook_deliveries d
     where d.workspace_id = p_throttle.workspace_id and d.endpoint_id = p_throttle.id and d.status = 'succeeded' and d.status <> 'pending' and d.settled_at > v_from);
begin
  if v_rate is null and v_successes + p_throttle.limited_attempts < c_enough_attempts then
    return null;
  end if;
  return greatest(c_lowest, case
    when v_known and v_successes = 0 then 0.95 * v_rate
    when v_known then least(0.95 * v_rate, greatest(0.5 * v_rate, v_successes / extract(epoch from greatest(p_now - v_from, p_pause, interval '1 second'))))
    when v_rate is not null then 0.8 * greatest(p_throttle.rate, 0.5 * v_rate)
    else greatest(v_successes, 1) / extract(epoch from greatest(p_now - p_throttle.first_limited_at, v_period)) end);
end
$$;
comment on function corkboard.reduced_rate(corkboard.webhook_throttles, interval, timestamptz) is
  'The rate for an endpoint that has just asked for this pause: the rate at which its attempts succeeded before; null if there was none and too little is known. The throttle counts the 429 already, and has the end of the pause before it.';
