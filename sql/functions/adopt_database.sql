create or replace function corkboard.adopt_database() returns void
language sql
as $$
  insert into corkboard.home as h (place) values (corkboard.here())
  on conflict (is_only) do update set place = excluded.place, adopted_at = excluded.adopted_at
   where h.place <> excluded.place
$$;
comment on function corkboard.adopt_database() is
  'Makes this place the one that the database sends webhooks from. What waits in it is sent as soon as a worker comes.';
