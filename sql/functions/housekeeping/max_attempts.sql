create or replace function corkboard.max_attempts() returns integer
language sql immutable parallel safe
as $$ select 5 $$;
comment on function corkboard.max_attempts() is
  'How many times a job begins an export or an import before it has failed, also if a worker died each time.';
