-- Where attempts fail at once, a window alone would let all that waits fail within seconds.
create or replace function corkboard.pace_rate(p_pace corkboard.webhook_paces) returns real
language sql immutable
as $$
  select case when p_pace.first_failed_at is null then p_pace.rate
              else least(p_pace.rate, corkboard.window_floor()::real) end
$$;
comment on function corkboard.pace_rate(corkboard.webhook_paces) is
  'How many attempts may begin at an endpoint in a second: its rate, and while nothing succeeds 16 at most. Null: any number.';
