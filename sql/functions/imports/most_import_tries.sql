create or replace function corkboard.most_import_tries() returns integer
language sql immutable parallel safe
as $$ select 5 $$;
comment on function corkboard.most_import_tries() is
  'How many times a job begins to read or import a file before the import has failed, also if a worker died each time.';
