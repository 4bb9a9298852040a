-- The five minutes by which a retry may be late at most are the specified schedule's.
create or replace function corkboard.retry_spread(p_delay interval) returns interval
language sql volatile
as $$ select random() * least(p_delay / 10, interval '5 minutes') $$;
comment on function corkboard.retry_spread(interval) is
  'By how much later than its delay a retry is due, at random: up to a tenth of the delay, and at most five minutes. Deliveries that failed together are then not all due together.';
