-- Workers check throttled deliveries four times a second (src/webhooks/deliveryDispatcher.ts). The attempts that a
-- rate allows in that time start together.
create or replace function corkboard.throttle_capacity(p_throttle corkboard.webhook_throttles, p_under_way bigint, p_now timestamptz)
returns integer
language sql stable
as $$
  select greatest(0, least(
    case when p_throttle.resumes_at > p_now then 0 end,
    case when p_throttle.first_failed_at <= p_now - interval '30 seconds'
         then greatest(floor(p_throttle.concurrency_window), corkboard.failing_window_minimum()) else floor(p_throttle.concurrency_window) end - p_under_way,
    floor(extract(epoch from p_now - corkboard.rate_starts_at(p_throttle.next_attempt_at, p_now)) * corkboard.effective_rate(p_throttle, p_now)) + 1)::integer)
$$;
comment on function corkboard.throttle_capacity(corkboard.webhook_throttles, bigint, timestamptz) is
  'How many attempts may start at an endpoint now, given how many are in progress: by its concurrency window, its rate and a requested pause.';
