create or replace function corkboard.latest_date_anywhere() returns date
language sql stable parallel safe
as $$ select (corkboard.date_clock() at time zone 'UTC' + interval '14 hours')::date $$;
comment on function corkboard.latest_date_anywhere() is
  'The latest date that it is anywhere: that of UTC+14. No workspace''s today is after it.';
