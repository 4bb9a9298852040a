create table corkboard.revisions (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  round_number integer not null check (round_number >= 1),
  description text not null check (char_length(description) between 1 and 5000),
  created_via text not null check (created_via in ('app', 'api', 'mcp')),
  logged_at timestamptz not null default clock_timestamp(),
  classify boolean not null default false,
  verdict text check (verdict in ('in_scope', 'new_work', 'needs_question')),
  verdict_reason text check (char_length(verdict_reason) between 1 and 2000),
  verdict_question text check (char_length(verdict_question) between 1 and 2000),
  unclassified text check (unclassified in ('not_configured', 'not_in_plan', 'unusable')),
  primary key (workspace_id, id),
  -- Also the index that finds the last round.
  unique (workspace_id, project_id, round_number),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id),
  constraint verdict_when_asked_for check (classify or (verdict is null and unclassified is null)),
  constraint verdict_with_reason check ((verdict is null) = (verdict_reason is null)),
  -- Without a verdict the comparison is null, and a check lets null pass.
  constraint question_when_needed check (coalesce(verdict = 'needs_question', false) = (verdict_question is not null)),
  constraint verdict_or_why_not check (verdict is null or unclassified is null)
);
create index revisions_awaiting_verdict on corkboard.revisions (logged_at)
  where classify and verdict is null and unclassified is null;
-- What waits for a person is little, however much there is.
create index revisions_asking on corkboard.revisions (workspace_id, project_id, round_number) where verdict = 'needs_question';
comment on table corkboard.revisions is 'Rounds of changes that a client asked for, numbered per project without gaps.';
comment on column corkboard.revisions.classify is 'Whether a verdict was asked for, and a job made for it.';
comment on column corkboard.revisions.verdict is 'What the classification endpoint said, in time for the answer or later. A statement about the revision; nothing follows from it.';
comment on column corkboard.revisions.verdict_reason is 'Why, in the endpoint''s words.';
comment on column corkboard.revisions.verdict_question is 'What to ask the client; only with needs_question.';
comment on column corkboard.revisions.unclassified is 'Why there is no verdict, as far as the job has come; a later try may still bring one.';

create table corkboard.time_entries (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  date date not null,
  minutes integer not null check (minutes between 1 and 960),
  description text check (char_length(description) <= 5000),
  billable boolean not null default true,
  created_via text not null check (created_via in ('app', 'api', 'mcp')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id)
);
create index time_entries_of_project on corkboard.time_entries (workspace_id, project_id) include (minutes, billable);
comment on table corkboard.time_entries is 'Work done, in whole minutes.';

create table corkboard.notes (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  body text not null check (char_length(body) between 1 and 5000),
  author text not null,
  created_via text not null check (created_via in ('app', 'api', 'mcp')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id)
);
create index notes_of_project on corkboard.notes (workspace_id, project_id, created_at);
comment on table corkboard.notes is 'Internal notes on a project; never visible to the client.';

create table corkboard.invoices (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  kind text not null check (kind in ('invoice', 'estimate')),
  sequence integer not null check (sequence >= 1),
  number text not null generated always as (
    case kind when 'invoice' then 'INV-' else 'EST-' end
    || case when sequence < 10000 then lpad(sequence::text, 4, '0') else sequence::text end
  ) stored,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'SENT', 'PAID', 'VOID')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  line_items json not null default '[]' check (json_typeof(line_items) = 'array'),
  subtotal_cents bigint not null check (subtotal_cents >= 0),
  discount_cents bigint not null default 0 constraint discount_within_subtotal check (discount_cents between 0 and subtotal_cents),
  tax_rate_bps integer not null check (tax_rate_bps between 0 and 10000),
  tax_inclusive boolean not null,
  tax_cents bigint not null check (tax_cents >= 0),
  amount_cents bigint not null generated always as (
    subtotal_cents - discount_cents + case when tax_inclusive then 0 else tax_cents end
  ) stored,
  late_fee_cents bigint not null default 0 check (late_fee_cents >= 0),
  total_cents bigint not null generated always as (
    subtotal_cents - discount_cents + case when tax_inclusive then 0 else tax_cents end + late_fee_cents
  ) stored,
  due_date date,
  supply_date date,
  po_number text check (char_length(po_number) <= 64),
  notes text check (char_length(notes) <= 5000),
  share_token text not null default corkboard.new_share_token(),
  created_via text not null check (created_via in ('app', 'api', 'mcp')),
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  sent_as json,
  viewed_at timestamptz,
  paid_at timestamptz,
  voided_at timestamptz,
  overdue_detected_at timestamptz,
  primary key (workspace_id, id),
  -- Also the index that finds the last number.
  unique (workspace_id, kind, sequence),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id),
  constraint estimates_are_not_paid check (kind = 'invoice' or (status <> 'PAID' and late_fee_cents = 0)),
  constraint paid_at_some_time check ((status = 'PAID') = (paid_at is not null)),
  constraint voided_at_some_time check ((status = 'VOID') = (voided_at is not null)),
  constraint sent_at_some_time check (status <> 'SENT' or sent_at is not null)
);
create index invoices_id on corkboard.invoices (id);
-- One index for each way the list is asked for, in the list's order, so that a first page reads a page.
create index invoices_newest on corkboard.invoices (workspace_id, created_at desc, id desc);
create index invoices_by_status on corkboard.invoices (workspace_id, status, created_at desc, id desc);
create index invoices_by_kind on corkboard.invoices (workspace_id, kind, created_at desc, id desc);
create index invoices_of_project on corkboard.invoices (workspace_id, project_id, created_at desc, id desc);
-- The due date stands behind the order, so that rows not yet due are passed over inside the index.
create index invoices_awaiting on corkboard.invoices (workspace_id, created_at desc, id desc, due_date)
  where kind = 'invoice' and status = 'SENT';
-- What the daily check for overdue invoices has not found yet, whatever the workspace.
create index invoices_to_find_overdue on corkboard.invoices (due_date)
  where kind = 'invoice' and status = 'SENT' and overdue_detected_at is null;
-- Not unique, for the reason that api_keys_hash is not.
create index invoices_share_token on corkboard.invoices (share_token);
comment on table corkboard.invoices is 'Invoices and estimates. The API only drafts them; sending, paying and voiding are a person''s.';
comment on column corkboard.invoices.sequence is 'Counts up per workspace and kind without gaps; number is how it is printed.';
comment on column corkboard.invoices.line_items is 'As the API returns them, in its order of fields; empty for a flat amount.';
comment on column corkboard.invoices.amount_cents is 'The issued amount: after discount, tax included, before late fees.';
comment on column corkboard.invoices.total_cents is 'What the client owes.';
comment on column corkboard.invoices.share_token is 'The secret part of the share link. Never returned by the API.';
comment on column corkboard.invoices.sent_as is
  'What it says since it was sent besides its own columns (corkboard.heading_of), which does not change any more; null: not sent.';
comment on column corkboard.invoices.viewed_at is 'When the client first opened it; invoice.viewed is emitted then, and only then.';
comment on column corkboard.invoices.overdue_detected_at is 'When the daily check first found it past its due date; invoice.overdue is emitted then, and only then.';
