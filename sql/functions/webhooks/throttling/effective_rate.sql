-- If attempts fail quickly, a concurrency window alone would let all waiting deliveries fail within seconds.
create or replace function corkboard.effective_rate(p_throttle corkboard.webhook_throttles) returns real
language sql immutable
as $$
  select case when p_throttle.first_failed_at is null then p_throttle.rate
              else least(p_throttle.rate, corkboard.failing_window_minimum()::real) end
$$;
comment on function corkboard.effective_rate(corkboard.webhook_throttles) is
  'How many attempts per second may start at an endpoint: its rate, and at most 16 while nothing succeeds. Null: no limit.';
