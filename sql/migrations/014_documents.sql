-- Documents as they were issued, and previews of them. The queue's worker makes them, once (tasks/render_document.ts).

create table corkboard.issued_documents (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  kind text not null check (kind in ('invoice', 'estimate', 'scope', 'contract', 'change_order', 'reminder')),
  record_id uuid not null,
  version integer not null check (version > 0),
  format text not null check (format in ('pdf', 'xml')),
  standard text check (standard in ('peppol', 'xrechnung', 'factur-x')),
  late_fee_cents bigint not null default 0 check (late_fee_cents >= 0),
  late_fee_at timestamptz,
  paid_cents bigint not null default 0 check (paid_cents >= 0),
  paid_on date,
  media_type text check (char_length(media_type) between 1 and 100),
  bytes bytea check (octet_length(bytes) between 1 and 52428800),
  sha256 bytea check (sha256 = sha256(bytes)),
  requested_at timestamptz not null default clock_timestamp(),
  made_at timestamptz,
  failure text check (char_length(failure) between 1 and 1000),
  primary key (workspace_id, id),
  unique (workspace_id, kind, record_id, version, format),
  constraint issued_documents_paid_on_check check (paid_cents = 0 or paid_on is not null),
  check (num_nulls(media_type, bytes, sha256, made_at) in (0, 4)),
  check (format = 'pdf' or made_at is not null)
);
create index issued_documents_awaited on corkboard.issued_documents (requested_at) where made_at is null;
comment on table corkboard.issued_documents is
  'Documents as they were issued: each file is made once and never changes. A late fee makes another version.';
comment on column corkboard.issued_documents.kind is 'The kind of document.';
comment on column corkboard.issued_documents.record_id is
  'The id of the invoice or estimate, also of a reminder; of a scope or contract that of its project, which has one of each; of a change order that of its proposal.';
comment on column corkboard.issued_documents.version is 'Counts the versions of the document from 1. Readers get the last one.';
comment on column corkboard.issued_documents.format is 'pdf: the row is there from the issue on; xml: only if there is an electronic invoice, with the PDF.';
comment on column corkboard.issued_documents.standard is
  'The standard of the electronic invoice in the file; null: the file is none.';
comment on column corkboard.issued_documents.late_fee_cents is 'The late fee that this version shows.';
comment on column corkboard.issued_documents.late_fee_at is 'When that late fee was set; null: there is none, or it is not known.';
comment on column corkboard.issued_documents.paid_cents is
  'What was paid of the invoice when this version was issued, which it shows; 0 for other documents.';
comment on column corkboard.issued_documents.paid_on is 'The day of the last of these payments; null: none was paid.';
comment on column corkboard.issued_documents.media_type is 'The kind of file; null until it is made, like the next two columns.';
comment on column corkboard.issued_documents.bytes is 'The file.';
comment on column corkboard.issued_documents.sha256 is 'The SHA-256 of the file.';
comment on column corkboard.issued_documents.requested_at is 'When the document was issued.';
comment on column corkboard.issued_documents.made_at is 'When the file was made; null: its job has not run yet.';
comment on column corkboard.issued_documents.failure is
  'Why the last attempt to make it failed, or, once it is made, why it has no electronic invoice; null: nothing failed.';

create table corkboard.document_previews (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  kind text not null check (kind in ('invoice', 'estimate', 'scope', 'contract', 'change_order', 'statement', 'check')),
  record_id uuid not null,
  period_from date,
  period_until date,
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  bytes bytea check (octet_length(bytes) between 1 and 52428800),
  requested_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, kind, record_id, fingerprint),
  constraint document_previews_period_check check (
    (kind = 'statement') = (period_from is not null and period_until is not null))
);
create index document_previews_requested on corkboard.document_previews (requested_at);
comment on table corkboard.document_previews is
  'PDFs of documents that are not issued yet, each kept for ten minutes: equal requests share one.';
comment on column corkboard.document_previews.kind is
  'The kind of document; check: what issuing an invoice or estimate now would give.';
comment on column corkboard.document_previews.record_id is
  'The id of the invoice or estimate, also of a check; of a scope or contract that of its project; of a change order that of its proposal; of a statement its client.';
comment on column corkboard.document_previews.period_from is 'The first day of a statement''s period; null for other kinds.';
comment on column corkboard.document_previews.period_until is 'The last day of a statement''s period; null for other kinds.';
comment on column corkboard.document_previews.fingerprint is 'The SHA-256 of what the document says.';
comment on column corkboard.document_previews.bytes is
  'The PDF, or what a check found, as JSON; null until it is made.';
comment on column corkboard.document_previews.requested_at is 'When it was asked for.';
