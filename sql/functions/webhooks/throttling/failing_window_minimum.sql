create or replace function corkboard.failing_window_minimum() returns integer
language sql immutable
as 'select 16';
comment on function corkboard.failing_window_minimum() is
  'How many attempts may at least be under way at an endpoint where nothing succeeds: each may take ten seconds, and a round of them has to end.';
