-- While a dump is being restored, deliveries may exist before this row does, so no row also means a copy. The instance
-- alone is not enough, because a dump can be restored into the same database that it came from.
create or replace function corkboard.is_copy() returns boolean
language sql stable
as $$
  select not exists (
    select 1 from corkboard.instance i where i.instance_id = corkboard.instance_id() and i.adopted_in::xid = i.xmin)
$$;
comment on function corkboard.is_copy() is
  'Whether this database was restored from a dump or backup, of itself or another one, and was not adopted since.';
