create or replace function corkboard.minimum_window(p_throttle corkboard.webhook_throttles, p_successes bigint, p_now timestamptz) returns real
language plpgsql stable
as $$
begin
  -- An outage says nothing about the endpoint's capacity, so the window stops narrowing.
  if p_successes = 0 and p_throttle.first_failed_at <= p_now - interval '30 seconds' then
    return p_throttle.concurrency_window;
  end if;
  if p_successes > 0 or exists (
    select 1 from corkboard.webhook_deliveries d
     where d.workspace_id = p_throttle.workspace_id and d.endpoint_id = p_throttle.id and d.status = 'succeeded' and d.status <> 'pending' and d.settled_at > p_now - interval '30 seconds')
  then
    return 1;
  end if;
  return least(p_throttle.concurrency_window, corkboard.failing_window_minimum());
end
$$;
comment on function corkboard.minimum_window(corkboard.webhook_throttles, bigint, timestamptz) is
  'The lower bound of an endpoint''s concurrency window now: 1 while some attempts succeed, otherwise failing_window_minimum.';
