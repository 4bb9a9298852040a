create or replace function corkboard.describe_throttle(p_throttle corkboard.webhook_throttles) returns text
language sql stable
as $$
  select case
    when r.rate is null then 'it takes ' || floor(p_throttle.concurrency_window) || ' at a time'
    when r.rate < 0.1 then 'it takes ' || trim_scale(round((r.rate * 60)::numeric, 1)) || ' a minute'
    else 'it takes ' || trim_scale(round(r.rate::numeric, 1)) || ' a second'
  end
    from corkboard.faded_rate(p_throttle, now()) r (rate)
$$;
comment on function corkboard.describe_throttle(corkboard.webhook_throttles) is
  'Describes in words what limits an endpoint: its rate, or else its concurrency window.';
