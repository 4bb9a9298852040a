create or replace function corkboard.time_zone_today(p_zone text) returns date
language sql stable
as $$ select (corkboard.date_clock() at time zone corkboard.valid_time_zone(p_zone))::date $$;
comment on function corkboard.time_zone_today(text) is
  'The current date in a time zone; in UTC if PostgreSQL does not know the zone.';
