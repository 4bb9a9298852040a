create or replace function corkboard.utc_today() returns date
language sql stable parallel safe
as $$ select (corkboard.date_clock() at time zone 'UTC')::date $$;
comment on function corkboard.utc_today() is
  'The current date in UTC, whatever the session''s time zone: for allowances, and for time entries made by the API. People see dates by workspace_today.';
