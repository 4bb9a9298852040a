create or replace function corkboard.note_release(p_fingerprint text) returns void
language sql
as $$
  -- The place of the first release is the database's home: anywhere else it is a copy.
  insert into corkboard.home (place, adopted_in)
  select corkboard.here(), pg_current_xact_id() where not exists (select from corkboard.releases)
  on conflict do nothing;
  insert into corkboard.releases as r (fingerprint) values (p_fingerprint)
  on conflict (fingerprint) do update set released_at = excluded.released_at
$$;
comment on function corkboard.note_release(text) is 'Notes that the database was brought up to a version of the service.';
