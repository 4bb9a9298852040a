create or replace function corkboard.retry_delay(p_attempts_made integer) returns interval
language sql immutable
as $$ select (corkboard.retry_delays())[p_attempts_made] $$;
comment on function corkboard.retry_delay(integer) is
  'How long after a failed attempt a delivery is retried, given the number of attempts made; null after the last one, when the delivery has failed.';
