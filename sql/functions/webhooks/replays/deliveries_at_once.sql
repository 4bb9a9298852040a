create or replace function corkboard.deliveries_at_once() returns integer
language sql immutable
as 'select 250';
comment on function corkboard.deliveries_at_once() is
  'How many of the deliveries of an endpoint one transaction misses, replays or deletes at most: few, for their workspace cannot write meanwhile.';
