create or replace function corkboard.most_export_tries() returns integer
language sql immutable parallel safe
as $$ select 5 $$;
comment on function corkboard.most_export_tries() is
  'How many times a job begins to make the file of an export before it has failed, also if a worker died each time.';
