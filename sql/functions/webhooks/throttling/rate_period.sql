create or replace function corkboard.rate_period(p_pause interval) returns interval
language sql immutable
as $$ select greatest(interval '1 second', least(p_pause, interval '1 minute')) $$;
comment on function corkboard.rate_period(interval) is
  'The period before a 429 from which a first rate is learned: as long as the pause that it asked for.';
