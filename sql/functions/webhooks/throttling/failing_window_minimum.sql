create or replace function corkboard.failing_window_minimum() returns integer
language sql immutable
as 'select 16';
comment on function corkboard.failing_window_minimum() is
  'The smallest concurrency window of an endpoint where nothing succeeds. Each attempt may take ten seconds, so with a smaller window a round of attempts would take too long.';
