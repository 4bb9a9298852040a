-- It stops at the bound of a time entry by itself, so that nothing needs to run meanwhile.
create or replace function corkboard.timer_seconds(p_counted integer, p_resumed timestamptz, p_now timestamptz) returns integer
language sql immutable parallel safe
as $$
  select least(corkboard.max_timer_seconds() + 1, p_counted + coalesce(greatest(0, floor(extract(epoch from p_now - p_resumed))), 0))::integer
$$;
comment on function corkboard.timer_seconds(integer, timestamptz, timestamptz) is
  'How many whole seconds a timer has counted that counted p_counted before, and runs since p_resumed (null: it is paused); max_timer_seconds and one more if that is more.';
