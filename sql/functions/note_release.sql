create or replace function corkboard.note_release(p_fingerprint text) returns void
language sql
as $$
  insert into corkboard.releases as r (fingerprint) values (p_fingerprint)
  on conflict (fingerprint) do update set released_at = excluded.released_at;
  -- The place of the first release is the database's home: anywhere else it is a copy.
  insert into corkboard.home (place) values (corkboard.here()) on conflict do nothing;
  update corkboard.home h set place = corkboard.here() where starts_with(corkboard.here(), h.place || '/')
$$;
comment on function corkboard.note_release(text) is 'Notes that the database was brought up to a version of the service.';
