create table corkboard.search_entries (
  workspace_id uuid not null references corkboard.workspaces (id),
  kind text not null check (kind in ('client', 'project', 'invoice')),
  record_id uuid not null,
  search_text text collate "C" not null,
  primary key (workspace_id, kind, record_id)
);
comment on table corkboard.search_entries is
  'What the console''s search finds records by, in a narrow table that is read as a whole. Maintained by triggers (index_for_search).';
comment on column corkboard.search_entries.kind is 'client, project or invoice.';
comment on column corkboard.search_entries.record_id is 'The id of the record that is found.';
comment on column corkboard.search_entries.search_text is 'The record''s text (searchable), folded by fold_for_search.';
