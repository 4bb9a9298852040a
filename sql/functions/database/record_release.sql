create or replace function corkboard.record_release(p_build_number integer) returns void
language sql
as $$
  -- The first release makes its instance the database's home: any other instance is a copy.
  insert into corkboard.instance (instance_id, adopted_in)
  select corkboard.instance_id(), pg_current_xact_id() where not exists (select 1 from corkboard.releases)
  on conflict do nothing;
  insert into corkboard.releases (build_number) values (p_build_number)
  on conflict (build_number) do update set released_at = excluded.released_at
$$;
comment on function corkboard.record_release(integer) is
  'Records the release of a version to this database, which makes it the latest version there.';
