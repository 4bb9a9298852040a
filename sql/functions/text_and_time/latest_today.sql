create or replace function corkboard.latest_today() returns date
language sql stable parallel safe
as $$ select (corkboard.clock() at time zone 'UTC' + interval '14 hours')::date $$;
comment on function corkboard.latest_today() is
  'The latest date that it is anywhere: that of UTC+14. No workspace''s today is after it.';
