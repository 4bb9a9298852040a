create or replace function corkboard.has_citus() returns boolean
language sql stable
as $$ select current_setting('citus.version', true) is not null $$;
comment on function corkboard.has_citus() is
  'Whether the server runs Citus. A setting tells, so that asking costs no look into a table.';
