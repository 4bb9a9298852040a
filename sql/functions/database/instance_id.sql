create or replace function corkboard.instance_id() returns text
language sql stable
as $$
  select concat_ws('/', s.system_identifier, d.oid, nullif(current_setting('corkboard.folder', true), ''))
    from pg_control_system() s, pg_database d
   where d.datname = current_database()
$$;
comment on function corkboard.instance_id() is
  'Identifies this database instance: the server''s system identifier (which a standby shares and a restored dump does not), the database''s oid and, on the embedded server, its folder.';
