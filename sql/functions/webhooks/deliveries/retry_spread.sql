-- The specification lets a retry be at most five minutes late.
create or replace function corkboard.retry_spread(p_delay interval, p_random double precision) returns interval
language sql immutable
as $$ select p_random * least(p_delay / 10, interval '5 minutes') $$;
comment on function corkboard.retry_spread(interval, double precision) is
  'The extra delay for a retry, given a random number below 1: up to a tenth of its delay, at most five minutes, so that deliveries which failed together are not all retried together.';
