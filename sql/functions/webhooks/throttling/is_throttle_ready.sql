create or replace function corkboard.is_throttle_ready(p_throttle corkboard.webhook_throttles, p_now timestamptz) returns boolean
language sql immutable
as $$
  select coalesce(p_throttle.resumes_at, '-infinity') <= p_now
     and (p_throttle.next_attempt_at <= p_now or corkboard.effective_rate(p_throttle, p_now) is null)
$$;
comment on function corkboard.is_throttle_ready(corkboard.webhook_throttles, timestamptz) is
  'Whether an endpoint''s throttle may allow an attempt now, by a requested pause and its rate.';
