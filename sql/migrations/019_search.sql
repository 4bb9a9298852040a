create table corkboard.search_entries (
  workspace_id uuid not null references corkboard.workspaces (id),
  kind text not null check (kind in ('client', 'project', 'invoice', 'payment', 'change_order', 'inquiry')),
  record_id uuid not null,
  search_text text collate "C" not null,
  amounts text collate "C" not null,
  primary key (workspace_id, kind, record_id)
);
comment on table corkboard.search_entries is
  'What the console''s search finds records by, in a narrow table that is read as a whole. Maintained by triggers (index_for_search).';
comment on column corkboard.search_entries.kind is 'client, project, invoice, payment, change_order or inquiry.';
comment on column corkboard.search_entries.record_id is 'The id of the record that is found.';
comment on column corkboard.search_entries.search_text is 'The record''s text (searchable), folded by fold_for_search.';
comment on column corkboard.search_entries.amounts is
  'The amounts that it is found by, each as in |8400.5| or |8400.| (amount_for_search).';

create table corkboard.search_lines (
  workspace_id uuid not null references corkboard.workspaces (id),
  invoice_id uuid not null,
  search_text text collate "C" not null,
  primary key (workspace_id, invoice_id)
);
comment on table corkboard.search_lines is
  'The descriptions of invoices'' lines, by which the console''s search finds invoices. Apart from search_entries, which stays narrow. Maintained by triggers (index_for_search).';
comment on column corkboard.search_lines.invoice_id is 'The invoice or estimate.';
comment on column corkboard.search_lines.search_text is 'The descriptions, folded by fold_for_search.';
