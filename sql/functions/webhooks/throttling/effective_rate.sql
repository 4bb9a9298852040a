-- If attempts fail quickly, a concurrency window alone would let all waiting deliveries fail within seconds.
create or replace function corkboard.effective_rate(p_throttle corkboard.webhook_throttles, p_now timestamptz) returns real
language sql immutable
as $$
  select case when p_throttle.first_failed_at is null then corkboard.faded_rate(p_throttle, p_now)
              else least(corkboard.faded_rate(p_throttle, p_now), corkboard.failing_window_minimum()::real) end
$$;
comment on function corkboard.effective_rate(corkboard.webhook_throttles, timestamptz) is
  'How many attempts per second may start at an endpoint now: its rate, and at most 16 while nothing succeeds. Null: no limit.';
