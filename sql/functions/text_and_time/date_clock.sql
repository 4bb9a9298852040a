-- statement_timestamp is stable; clock_timestamp is volatile, so a comparison would read the clock for every row.
create or replace function corkboard.date_clock() returns timestamptz
language sql stable parallel safe
as $$ select statement_timestamp() $$;
comment on function corkboard.date_clock() is
  'The time from which today''s date is computed: the statement''s. It is the only source, so that a test can set the date.';
