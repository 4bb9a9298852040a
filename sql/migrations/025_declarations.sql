create table corkboard.declarations (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  kind text not null check (kind in ('scope', 'contract', 'change_order', 'estimate')),
  record_id uuid not null,
  language text not null check (char_length(language) between 1 and 35),
  text text not null check (char_length(text) between 1 and 1000),
  text_sha256 bytea not null check (octet_length(text_sha256) = 32),
  declared_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, kind, record_id)
);
comment on table corkboard.declarations is
  'What clients declared by entering their name, word by word: the text that was beside the name. It never changes. Approvals, signatures and acceptances from before 1.1.0 have none, and neither have those that members recorded.';
comment on column corkboard.declarations.kind is 'Approval of a scope or change order, signature of a contract, or acceptance of an estimate.';
comment on column corkboard.declarations.record_id is
  'Of a scope or contract the id of its project, which has one of each; of a change order that of its proposal; of an estimate its own.';
comment on column corkboard.declarations.language is 'The language of the text (ISO 639).';
comment on column corkboard.declarations.text is 'The text.';
comment on column corkboard.declarations.text_sha256 is 'The SHA-256 of the text in UTF-8, which the page sent back with the name.';
comment on column corkboard.declarations.declared_at is 'When the client declared it.';
