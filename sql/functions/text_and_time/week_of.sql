create or replace function corkboard.week_of(p_day date) returns date
language sql immutable
as $$
  select date_trunc('week', p_day::timestamp)::date
$$;
comment on function corkboard.week_of(date) is 'The Monday of the day''s week.';
