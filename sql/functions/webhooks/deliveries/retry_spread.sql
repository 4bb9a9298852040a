-- The specification lets a retry be at most five minutes late.
create or replace function corkboard.retry_spread(p_delay interval) returns interval
language sql volatile
as $$ select random() * least(p_delay / 10, interval '5 minutes') $$;
comment on function corkboard.retry_spread(interval) is
  'A random extra delay for a retry: up to a tenth of its delay, at most five minutes, so that deliveries which failed together are not all retried together.';
