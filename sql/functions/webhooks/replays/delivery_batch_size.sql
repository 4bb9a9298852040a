create or replace function corkboard.delivery_batch_size() returns integer
language sql immutable
as 'select 250';
comment on function corkboard.delivery_batch_size() is
  'How many deliveries of an endpoint one transaction marks missed, replays or deletes. Small, because their workspace can''t write meanwhile.';
