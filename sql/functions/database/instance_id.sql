create or replace function corkboard.instance_id() returns text
language sql stable
as $$
  select concat_ws('/', s.system_identifier, d.oid, nullif(current_setting('corkboard.folder', true), ''))
    from pg_control_system() s, pg_database d
   where d.datname = current_database()
$$;
comment on function corkboard.instance_id() is
  'Where this database is: its server''s identifier, which a standby shares and a restored dump does not, its own there, and of the embedded server the folder.';
