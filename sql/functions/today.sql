-- By the time of the statement. clock_timestamp is volatile: with it, this function would be called for every row.
create or replace function corkboard.today() returns date
language sql stable parallel safe
as $$ select (statement_timestamp() at time zone 'UTC')::date $$;
comment on function corkboard.today() is 'The current date in UTC, whatever the session''s time zone.';
