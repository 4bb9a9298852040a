create or replace function corkboard.retry_delay(p_attempts_made integer) returns interval
language sql immutable
as $$ select ('{1 minute,5 minutes,30 minutes,2 hours,6 hours,12 hours}'::interval[])[p_attempts_made] $$;
comment on function corkboard.retry_delay(integer) is
  'How long after a failed attempt a delivery is tried again, by how many were made; null after the seventh: it has failed.';
