create or replace function corkboard.latest_date_anywhere() returns date
language sql stable parallel safe
as $$ select (corkboard.date_clock() at time zone 'UTC' + interval '14 hours')::date $$;
comment on function corkboard.latest_date_anywhere() is
  'The latest current date anywhere: that of UTC+14. No workspace''s current date is later.';
