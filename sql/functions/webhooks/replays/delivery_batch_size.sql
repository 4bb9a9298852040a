create or replace function corkboard.delivery_batch_size() returns integer
language sql immutable
as 'select 250';
comment on function corkboard.delivery_batch_size() is
  'How many of the deliveries of an endpoint one transaction misses, replays or deletes at most: few, for their workspace cannot write meanwhile.';
