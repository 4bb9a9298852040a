create or replace function corkboard.faded_rate(p_throttle corkboard.webhook_throttles, p_now timestamptz) returns real
language plpgsql immutable
as $$
declare
  c_unlimited constant real := 100;
  -- More would overflow, and no rate is so low that it takes as many.
  c_max_doublings constant integer := 20;
  v_quiet_minutes constant double precision := floor(extract(epoch from p_now - coalesce(p_throttle.resumes_at, p_now)) / 60);
  v_rate double precision;
begin
  if p_throttle.rate is null or v_quiet_minutes < 1 then
    return p_throttle.rate;
  end if;
  v_rate := greatest(p_throttle.rate, least(p_throttle.initial_rate, p_throttle.rate * power(2, least(v_quiet_minutes, c_max_doublings))));
  return case when v_rate <= c_unlimited then v_rate end;
end
$$;
comment on function corkboard.faded_rate(corkboard.webhook_throttles, timestamptz) is
  'The rate of an endpoint, doubled for each minute since its last pause, up to its initial rate; null once it is so high that no limit is needed.';
