-- While a dump is being restored, deliveries may be there before this row is: so no row means a copy, too. The place
-- alone would not do, because a dump can be restored into the very database that it was made of.
create or replace function corkboard.is_copy() returns boolean
language sql stable
as $$
  select not exists (
    select from corkboard.instance i where i.instance_id = corkboard.instance_id() and i.adopted_in::xid = i.xmin)
$$;
comment on function corkboard.is_copy() is
  'Whether this database was restored from a dump or backup, of itself or another one, and was not adopted since.';
