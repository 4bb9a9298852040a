create or replace function corkboard.is_copy() returns boolean
language sql stable
as $$
  -- The place may have been noted before folders were told apart.
  select exists (
    select from corkboard.home h
     where h.place <> corkboard.here() and not starts_with(corkboard.here(), h.place || '/'))
$$;
comment on function corkboard.is_copy() is
  'Whether this database was restored from a dump or a backup of one that is elsewhere, and nobody has adopted it.';
