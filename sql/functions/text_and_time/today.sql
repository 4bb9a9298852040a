create or replace function corkboard.today() returns date
language sql stable parallel safe
as $$ select (corkboard.clock() at time zone 'UTC')::date $$;
comment on function corkboard.today() is
  'The current date in UTC, whatever the session''s time zone: for allowances, and for time entries made by the API. What people see follows today_of.';
