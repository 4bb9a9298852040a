create or replace function corkboard.retry_delays() returns interval[]
language sql immutable
as $$ select '{1 minute,5 minutes,30 minutes,2 hours,6 hours,12 hours}'::interval[] $$;
comment on function corkboard.retry_delays() is
  'The retry schedule: how long after each failed attempt a delivery is retried. If the last retry fails, so does the delivery.';
