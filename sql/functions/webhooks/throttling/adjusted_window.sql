create or replace function corkboard.adjusted_window(
  p_throttle corkboard.webhook_throttles, p_durations integer[], p_concurrency integer[],
  p_successes bigint, p_failures bigint, p_now timestamptz
) returns real
language plpgsql stable
as $$
declare
  -- A response is fast if it takes at most 1.5 times the baseline plus 50 ms, and slow if it takes more than twice the
  -- baseline plus 250 ms. In between the window stays as it is.
  c_fast constant real := 1.5;
  c_fast_ms constant integer := 50;
  c_slow constant real := 2;
  c_slow_ms constant integer := 250;
  -- How much a slow response narrows the window. If all responses of a window are slow, this halves it.
  c_slow_answer constant real := 0.5;
  -- How much a failure narrows the window. If an endpoint fails under too much concurrency, at most a quarter of its
  -- responses then fail.
  c_failure constant integer := 3;
  c_widest constant integer := 256;
  v_fast integer;
  v_slow integer;
  v_window real;
begin
  select count(*) filter (where a.concurrency * 2 >= p_throttle.concurrency_window and a.ms <= c_fast * p_throttle.baseline_ms + c_fast_ms),
         count(*) filter (where a.concurrency > 1 and a.ms > c_slow * p_throttle.baseline_ms + c_slow_ms)
    into v_fast, v_slow
    from unnest(p_durations, p_concurrency) a (ms, concurrency);
  v_window := least(c_widest, p_throttle.concurrency_window + v_fast - c_slow_answer * v_slow - c_failure * p_failures);
  return case
    when v_window < p_throttle.concurrency_window then greatest(v_window, corkboard.minimum_window(p_throttle, p_successes, p_now))
    else v_window end;
end
$$;
comment on function corkboard.adjusted_window(corkboard.webhook_throttles, integer[], integer[], bigint, bigint, timestamptz) is
  'The concurrency window of an endpoint after successful responses with these durations (ms) and this concurrency, and after these failures.';
