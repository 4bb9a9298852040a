-- Emails with documents that members send to clients.

create table corkboard.document_mails (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  kind text not null check (kind in ('invoice', 'estimate', 'scope', 'contract')),
  record_id uuid not null,
  purpose text not null check (purpose in ('document', 'reminder')),
  recipient text not null check (char_length(recipient) between 3 and 254),
  cc text[] not null default '{}' check (cardinality(cc) <= 5),
  subject text not null check (char_length(subject) between 1 and 200),
  text text not null check (char_length(text) between 1 and 5000),
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  sent_by text not null,
  queued_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  failed_at timestamptz,
  failure text check (char_length(failure) between 1 and 500),
  primary key (workspace_id, id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id),
  check ((state = 'sent') = (sent_at is not null)),
  check ((state = 'failed') = (failed_at is not null)),
  check (state <> 'failed' or failure is not null)
);
create index document_mails_of_record on corkboard.document_mails (workspace_id, record_id, queued_at);
create index document_mails_of_project on corkboard.document_mails (workspace_id, project_id);
create index document_mails_of_workspace on corkboard.document_mails (workspace_id, queued_at);
create index document_mails_queued on corkboard.document_mails (queued_at) where state = 'queued';
comment on table corkboard.document_mails is
  'Emails with a document, or a reminder of one, that a member sent to a client. Each row is one email with one Message-ID, however often its job runs.';
comment on column corkboard.document_mails.kind is 'What is emailed: an invoice, an estimate, a scope or a contract.';
comment on column corkboard.document_mails.record_id is 'The invoice or estimate; for a scope or contract its project.';
comment on column corkboard.document_mails.purpose is 'Whether it sends the document or reminds of its payment.';
comment on column corkboard.document_mails.recipient is 'The address that it is sent to, as the member typed it.';
comment on column corkboard.document_mails.cc is 'The addresses that get a copy, up to five.';
comment on column corkboard.document_mails.subject is 'The subject, as the member sent it.';
comment on column corkboard.document_mails.text is
  'The text, as the member sent it: {link} stands for the share link, which it gets when it is sent.';
comment on column corkboard.document_mails.state is
  'queued until the mail server has accepted it (sent) or rejected it for good (failed).';
comment on column corkboard.document_mails.sent_by is 'The email address of the member, to which replies go.';
comment on column corkboard.document_mails.queued_at is 'When the member sent it.';
comment on column corkboard.document_mails.sent_at is 'When the mail server accepted it.';
comment on column corkboard.document_mails.failed_at is 'When it was given up.';
comment on column corkboard.document_mails.failure is
  'Why it failed, or why a copy of it did: the mail server''s words without the addresses in them.';
