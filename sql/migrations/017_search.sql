-- As normalize_for_search, and without accents: Müller, MULLER and müller are equal. NFKD separates most letters from their
-- accents; those that Unicode doesn't separate are replaced one by one. The stored texts of search_entries depend on it.
create function corkboard.fold_for_search(value text) returns text
language sql immutable parallel safe strict
as $$
  select translate(
    replace(replace(regexp_replace(
      normalize(corkboard.normalize_for_search(value), NFKD), U&'[\0300-\036F]', '', 'g'), 'Æ', 'AE'), 'Œ', 'OE'),
    'ØŁĐĦŦÞ', 'OLDHTT') collate "C"
$$;
comment on function corkboard.fold_for_search(text) is
  'A text as the console''s search compares it: ignoring case and accents.';

create table corkboard.search_entries (
  workspace_id uuid not null references corkboard.workspaces (id),
  kind text not null check (kind in ('client', 'project', 'invoice')),
  record_id uuid not null,
  search_text text collate "C" not null,
  primary key (workspace_id, kind, record_id)
);
comment on table corkboard.search_entries is
  'What the console''s search finds records by, in a narrow table that is read as a whole. Maintained by triggers (index_for_search); a release adds what is missing (add_search_entries).';
comment on column corkboard.search_entries.search_text is 'The record''s text (searchable), folded by fold_for_search.';
