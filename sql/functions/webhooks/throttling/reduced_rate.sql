-- If there was no rate, the new one is the number of attempts that succeeded within a period as long as the requested
-- pause. Otherwise it is the number that succeeded since the last pause, divided by that time, or by the requested
-- pause if that is longer. If the last pause was long ago, there may have been too few attempts since to judge by.
create or replace function corkboard.reduced_rate(p_throttle corkboard.webhook_throttles, p_pause interval, p_now timestamptz) returns real
language plpgsql stable
as $$
declare
  c_memory constant interval := '10 seconds';
  c_lowest constant real := 0.1;
  v_known constant boolean := p_throttle.rate is not null and p_throttle.resumes_at > p_now - c_memory;
  v_period constant interval := greatest(interval '1 second', least(p_pause, interval '1 minute'));
  v_from constant timestamptz := case when v_known then p_throttle.resumes_at else p_now - v_period end;
  v_successes constant integer := (
    select count(*) from corkboard.webhook_deliveries d
     where d.endpoint_id = p_throttle.id and d.status = 'succeeded' and d.status <> 'pending' and d.settled_at > v_from);
begin
  return greatest(c_lowest, case
    when v_known and v_successes = 0 then 0.95 * p_throttle.rate
    when v_known then least(0.95 * p_throttle.rate, v_successes / extract(epoch from greatest(p_now - v_from, p_pause, interval '1 second')))
    when p_throttle.rate is not null then 0.8 * p_throttle.rate
    else greatest(v_successes, 1) / extract(epoch from v_period) end);
end
$$;
comment on function corkboard.reduced_rate(corkboard.webhook_throttles, interval, timestamptz) is
  'The rate for an endpoint that has just asked for this pause: the rate at which its attempts succeeded before.';
