create table corkboard.estimate_answers (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  estimate_id uuid not null,
  answer text not null check (answer in ('accepted', 'declined')),
  answered_by text check (char_length(answered_by) between 1 and 500),
  reason text check (char_length(reason) between 1 and 5000),
  document json not null,
  document_sha256 bytea not null check (octet_length(document_sha256) = 32),
  answered_at timestamptz not null default clock_timestamp(),
  answered_from inet,
  answered_with text check (char_length(answered_with) <= 500),
  recorded_by text check (char_length(recorded_by) between 1 and 254),
  primary key (workspace_id, id),
  unique (workspace_id, estimate_id),
  foreign key (workspace_id, estimate_id) references corkboard.invoices (workspace_id, id)
);
comment on table corkboard.estimate_answers is
  'Answers to estimates: who accepted or declined what, and when. An answer never changes, except that the client''s name, reason, address and browser can be erased.';
comment on column corkboard.estimate_answers.estimate_id is 'The estimate.';
comment on column corkboard.estimate_answers.answer is 'accepted or declined.';
comment on column corkboard.estimate_answers.answered_by is 'The name that the client typed.';
comment on column corkboard.estimate_answers.reason is 'Why the client declined, in the client''s words; null: they gave no reason.';
comment on column corkboard.estimate_answers.document is 'The estimate as it was answered, with the parties.';
comment on column corkboard.estimate_answers.document_sha256 is 'The SHA-256 of that document''s text.';
comment on column corkboard.estimate_answers.answered_at is 'When the client answered, or a member recorded that.';
comment on column corkboard.estimate_answers.answered_from is 'The IP address that the answer came from.';
comment on column corkboard.estimate_answers.answered_with is 'The browser that it came from, as it names itself.';
comment on column corkboard.estimate_answers.recorded_by is
  'The member, or operator, who recorded it for the client; null if the client answered through the share link.';

create table corkboard.converted_estimates (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  estimate_id uuid not null,
  invoice_id uuid not null,
  converted_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, estimate_id),
  unique (workspace_id, invoice_id),
  foreign key (workspace_id, estimate_id) references corkboard.invoices (workspace_id, id),
  foreign key (workspace_id, invoice_id) references corkboard.invoices (workspace_id, id)
);
comment on table corkboard.converted_estimates is 'Estimates that a member turned into an invoice, each at most once.';
comment on column corkboard.converted_estimates.estimate_id is 'The estimate.';
comment on column corkboard.converted_estimates.invoice_id is 'The invoice that was drafted from it.';
comment on column corkboard.converted_estimates.converted_at is 'When it was drafted.';
