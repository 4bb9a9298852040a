create or replace function corkboard.is_copy() returns boolean
language sql stable
as $$
  select exists (select from corkboard.home h where h.place <> corkboard.here())
$$;
comment on function corkboard.is_copy() is 'Whether this database was restored from a dump of one that is elsewhere, and nobody has adopted it.';
