create or replace function corkboard.window_floor() returns integer
language sql immutable
as 'select 16';
comment on function corkboard.window_floor() is
  'How many attempts may at least be under way at an endpoint where nothing succeeds: each may take ten seconds, and a round of them has to end.';
