create or replace function corkboard.today_in_zone(p_zone text) returns date
language sql stable
as $$ select (corkboard.clock() at time zone corkboard.known_zone(p_zone))::date $$;
comment on function corkboard.today_in_zone(text) is
  'The current date in a time zone; in UTC where PostgreSQL does not know the zone.';
