create or replace function corkboard.here() returns text
language sql stable
as $$
  select s.system_identifier || '/' || d.oid
    from pg_control_system() s, pg_database d
   where d.datname = current_database()
$$;
comment on function corkboard.here() is
  'Where this database is: its server''s identifier, which a standby shares and a restored dump does not, and its own there.';
