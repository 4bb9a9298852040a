create or replace function corkboard.is_copy() returns boolean
language sql stable
as $$
  -- A noted place may lack its folder, from before folders were noted: then it only has to be the beginning of this
  -- place.
  select exists (
    select from corkboard.home h
     where h.place <> corkboard.here() and not starts_with(corkboard.here(), h.place || '/'))
$$;
comment on function corkboard.is_copy() is
  'Whether this database was restored from a dump or a backup of one that is elsewhere, and nobody has adopted it.';
