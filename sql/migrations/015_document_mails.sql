-- Emails with documents that members send to clients, and the texts with which they begin.

create table corkboard.document_mails (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid,
  kind text not null check (kind in ('invoice', 'estimate', 'scope', 'contract', 'change_order', 'portal')),
  record_id uuid not null,
  purpose text not null check (purpose in ('document', 'reminder')),
  document_version integer,
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
  accepted text[] not null default '{}',
  rejected text[] not null default '{}',
  attempts integer not null default 0,
  last_answer text check (char_length(last_answer) between 1 and 500),
  next_attempt_at timestamptz,
  flagged_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id),
  constraint document_mails_project_id_check check ((project_id is null) = (kind = 'portal')),
  constraint document_mails_document_version_check check (
    document_version is null or document_version > 0 and purpose = 'reminder'),
  check ((state = 'sent') = (sent_at is not null)),
  check ((state = 'failed') = (failed_at is not null)),
  check (state <> 'failed' or failure is not null)
);
create index document_mails_of_record on corkboard.document_mails (workspace_id, record_id, queued_at);
create index document_mails_of_project on corkboard.document_mails (workspace_id, project_id);
create index document_mails_of_workspace on corkboard.document_mails (workspace_id, queued_at);
create index document_mails_queued on corkboard.document_mails (queued_at) where state = 'queued';
create index document_mails_next_attempt on corkboard.document_mails (next_attempt_at) where next_attempt_at is not null;
create index document_mails_to_review on corkboard.document_mails (workspace_id, flagged_at)
  where flagged_at is not null;
comment on table corkboard.document_mails is
  'Emails with a document, or a reminder of one, that a member sent to a client. Each row is one email with one Message-ID, however often its job runs.';
comment on column corkboard.document_mails.kind is
  'What is emailed: an invoice, an estimate, a scope, a contract, a change order, or the link of a portal.';
comment on column corkboard.document_mails.record_id is
  'The invoice or estimate; for a scope or contract its project; for a change order its proposal; for a portal the client.';
comment on column corkboard.document_mails.purpose is 'Whether it sends the document or reminds of its payment.';
comment on column corkboard.document_mails.document_version is
  'The version of the reminder (issued_documents) that is attached; null: the mail is no reminder.';
comment on column corkboard.document_mails.recipient is 'The address that it is sent to, as the member typed it.';
comment on column corkboard.document_mails.cc is 'The addresses that get a copy, up to five.';
comment on column corkboard.document_mails.subject is 'The subject, as the member sent it.';
comment on column corkboard.document_mails.text is
  'The text, as the member sent it: {link} stands for the share link, which it gets when it is sent.';
comment on column corkboard.document_mails.state is
  'Of its recipient, not of the copies: queued until the mail server has accepted it (sent) or it has failed for good (failed).';
comment on column corkboard.document_mails.sent_by is 'The email address of the member, to which replies go.';
comment on column corkboard.document_mails.queued_at is 'When the member sent it.';
comment on column corkboard.document_mails.sent_at is 'When the mail server accepted it.';
comment on column corkboard.document_mails.failed_at is 'When it was given up.';
comment on column corkboard.document_mails.failure is
  'Why it failed, or why a copy of it did: the mail server''s words without the addresses in them.';
comment on column corkboard.document_mails.accepted is
  'The addresses that the mail server accepted it for.';
comment on column corkboard.document_mails.rejected is
  'The addresses that it failed for: the mail server rejected it for good, or it was given up.';
comment on column corkboard.document_mails.attempts is 'How often it was submitted to the mail server.';
comment on column corkboard.document_mails.last_answer is
  'Why the last attempt left recipients for another one: the mail server''s words without the addresses in them.';
comment on column corkboard.document_mails.next_attempt_at is
  'When it is tried again for the recipients that are neither accepted nor rejected; null before the first attempt, and if there are none.';
comment on column corkboard.document_mails.flagged_at is
  'Since when members are told that it failed for a recipient; null if it didn''t, or if a member dismissed it or sent the document again.';

create table corkboard.mail_texts (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  template text not null check (
    template in ('invoice', 'estimate', 'scope', 'contract', 'reminder', 'change_order', 'portal')),
  language text not null check (language in ('en', 'de', 'fr', 'nl', 'es')),
  subject text not null check (char_length(subject) between 1 and 200),
  text text not null check (char_length(text) between 1 and 5000),
  changed_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, template, language)
);
comment on table corkboard.mail_texts is
  'The texts with which a workspace begins its emails to clients, in place of those that come with Corkboard (src/mail/kinds).';
comment on column corkboard.mail_texts.template is 'What the email sends, or a reminder of a payment.';
comment on column corkboard.mail_texts.language is 'The language of the document.';
comment on column corkboard.mail_texts.subject is 'The subject, with placeholders such as {number}.';
comment on column corkboard.mail_texts.text is 'The text, with placeholders such as {amount}.';
comment on column corkboard.mail_texts.changed_at is 'When it was last changed.';
