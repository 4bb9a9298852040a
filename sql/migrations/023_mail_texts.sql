-- A workspace's own texts for emails to clients.

create table corkboard.mail_texts (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  template text not null check (template in ('invoice', 'estimate', 'scope', 'contract', 'reminder')),
  language text not null check (language in ('en', 'de', 'fr', 'nl', 'es')),
  subject text not null check (char_length(subject) between 1 and 200),
  text text not null check (char_length(text) between 1 and 5000),
  changed_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, template, language)
);
comment on table corkboard.mail_texts is
  'The texts with which a workspace begins its emails to clients, in place of those that come with Corkboard (src/documents/mailTexts.ts).';
comment on column corkboard.mail_texts.template is 'What the email sends, or a reminder of a payment.';
comment on column corkboard.mail_texts.language is 'The language of the document.';
comment on column corkboard.mail_texts.subject is 'The subject, with placeholders such as {number}.';
comment on column corkboard.mail_texts.text is 'The text, with placeholders such as {amount}.';
comment on column corkboard.mail_texts.changed_at is 'When it was last changed.';
