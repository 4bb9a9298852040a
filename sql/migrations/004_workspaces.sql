-- Plans, workspaces, their members and their API keys.

create table corkboard.plans (
  name text primary key check (name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
  clients integer check (clients >= 0),
  active_projects integer check (active_projects >= 0),
  seats integer check (seats >= 0),
  monthly_writes integer check (monthly_writes >= 0),
  api boolean not null default true,
  webhooks boolean not null default true,
  classification boolean not null default false
);
comment on table corkboard.plans is
  'What a workspace may use. A null cap means unlimited. You may edit this table: the service reads it with every request.';
comment on column corkboard.plans.name is 'What workspaces.plan refers to.';
comment on column corkboard.plans.clients is 'How many clients (not trashed) a workspace may have; null: no cap.';
comment on column corkboard.plans.active_projects is
  'How many projects (status active, not trashed) a workspace may have; null: no cap.';
comment on column corkboard.plans.seats is 'How many members a workspace may have, its owner included; null: no cap.';
comment on column corkboard.plans.monthly_writes is
  'How many records the API may create in a calendar month (UTC); null: no cap.';
comment on column corkboard.plans.api is 'Whether the workspace may use the API and the tool server.';
comment on column corkboard.plans.webhooks is 'Whether events are recorded and sent.';
comment on column corkboard.plans.classification is 'Whether a model judges revisions.';

insert into corkboard.plans (name, clients, active_projects, seats, monthly_writes, api, webhooks, classification) values
  ('free', 3, 3, 1, 200, true, true, false),
  ('pro', null, 50, 5, 10000, true, true, true),
  ('studio', null, null, null, 100000, true, true, true);

create table corkboard.workspaces (
  id uuid primary key default corkboard.uuid_v7(),
  name text not null check (char_length(name) between 1 and 120),
  plan text not null references corkboard.plans (name),
  default_currency text not null default 'USD' check (default_currency ~ '^[A-Z]{3}$'),
  tax_rate_bps integer not null default 0 check (tax_rate_bps between 0 and 10000),
  prices_include_tax boolean not null default false,
  ai boolean not null default false,
  time_zone text not null default 'UTC' check (char_length(time_zone) between 1 and 64),
  locale text not null default 'en-US' check (locale ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'),
  letterhead text check (char_length(letterhead) between 1 and 2000),
  terms text check (char_length(terms) between 1 and 20000),
  intake_questions text[] not null default '{}' check (cardinality(intake_questions) <= 40),
  legal_name text check (char_length(legal_name) between 1 and 500),
  address_lines text check (char_length(address_lines) between 1 and 500),
  postal_code text check (char_length(postal_code) between 1 and 20),
  city text check (char_length(city) between 1 and 200),
  region text check (char_length(region) between 1 and 200),
  country text check (country ~ '^[A-Z]{2}$'),
  vat_number text check (char_length(vat_number) between 1 and 30),
  tax_number text check (char_length(tax_number) between 1 and 50),
  registration_number text check (char_length(registration_number) between 1 and 100),
  iban text check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$'),
  bic text check (bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  bank_details text check (char_length(bank_details) between 1 and 500),
  e_invoice_network_id text check (char_length(e_invoice_network_id) between 1 and 200),
  payment_term_days integer check (payment_term_days between 0 and 365),
  invoice_notes text check (char_length(invoice_notes) between 1 and 5000),
  invoice_footer text check (char_length(invoice_footer) between 1 and 1000),
  pay_link text check (char_length(pay_link) between 1 and 1000),
  zero_tax_reason text check (
    zero_tax_reason in ('small_business', 'reverse_charge', 'services_outside_eu', 'export', 'exempt', 'zero_rated')),
  logo_sha256 bytea check (octet_length(logo_sha256) = 32),
  contact_name text check (char_length(contact_name) between 1 and 500),
  contact_email text check (char_length(contact_email) between 1 and 254),
  contact_phone text check (char_length(contact_phone) between 1 and 50),
  created_at timestamptz not null default clock_timestamp(),
  suspended_at timestamptz,
  removed_at timestamptz
);
comment on table corkboard.workspaces is
  'One row per customer. A write locks this row, so that a workspace handles one write at a time (see lock_workspace).';
comment on column corkboard.workspaces.name is 'The name of the agency or freelancer.';
comment on column corkboard.workspaces.plan is 'What the workspace may use (corkboard.plans).';
comment on column corkboard.workspaces.default_currency is 'The currency of new scopes and invoices (ISO 4217).';
comment on column corkboard.workspaces.tax_rate_bps is 'Default tax rate of invoices, in basis points: 2000 is 20 %.';
comment on column corkboard.workspaces.prices_include_tax is 'Default for invoices: whether prices include tax.';
comment on column corkboard.workspaces.ai is 'Whether revisions may be sent to the classification endpoint.';
comment on column corkboard.workspaces.time_zone is
  'IANA time zone in which times are shown and days are counted: an invoice is overdue from the day after its due date in this zone.';
comment on column corkboard.workspaces.locale is 'How amounts and dates are formatted (BCP 47).';
comment on column corkboard.workspaces.letterhead is
  'Printed above invoices and contracts: the sender''s name, address and registration numbers.';
comment on column corkboard.workspaces.terms is 'The terms printed in contracts.';
comment on column corkboard.workspaces.intake_questions is 'The questions of the intake form, in order.';
comment on column corkboard.workspaces.legal_name is 'The name of the company or person that issues documents; null: the workspace''s name.';
comment on column corkboard.workspaces.address_lines is 'Street and number, up to three lines.';
comment on column corkboard.workspaces.postal_code is 'The postal code of its address.';
comment on column corkboard.workspaces.city is 'The city of its address.';
comment on column corkboard.workspaces.region is 'The state, province or county of its address.';
comment on column corkboard.workspaces.country is 'The country of its address (ISO 3166), which decides what its invoices must contain.';
comment on column corkboard.workspaces.vat_number is 'Its VAT number with the country''s prefix, without spaces.';
comment on column corkboard.workspaces.tax_number is 'Its national tax number, where an invoice may name that instead of a VAT number.';
comment on column corkboard.workspaces.registration_number is 'Its number in a register of companies.';
comment on column corkboard.workspaces.iban is 'The account to pay to, without spaces.';
comment on column corkboard.workspaces.bic is 'The bank of that account.';
comment on column corkboard.workspaces.bank_details is 'How to pay where there is no IBAN, as a text.';
comment on column corkboard.workspaces.e_invoice_network_id is 'Its address in the network for electronic invoices: a scheme and an id, as in 0088:4012345000009.';
comment on column corkboard.workspaces.payment_term_days is 'In how many days invoices are due; null: drafts get no due date.';
comment on column corkboard.workspaces.invoice_notes is 'The notes of new invoices that a member drafts.';
comment on column corkboard.workspaces.invoice_footer is 'A text at the foot of each page of a document.';
comment on column corkboard.workspaces.pay_link is 'The URL template of the link with which a client pays, with {number}, {amount}, {currency} and {reference}.';
comment on column corkboard.workspaces.zero_tax_reason is 'Why its invoices charge no tax, where neither the invoice nor the client says it.';
comment on column corkboard.workspaces.logo_sha256 is 'The logo on its documents (corkboard.workspace_logos).';
comment on column corkboard.workspaces.contact_name is 'Whom clients ask about invoices; only electronic invoices say so.';
comment on column corkboard.workspaces.contact_email is 'The email address of that contact.';
comment on column corkboard.workspaces.contact_phone is 'The phone number of that contact.';
comment on column corkboard.workspaces.suspended_at is
  'Set: suspended. Nothing is sent, API keys are rejected, and members can only read.';
comment on column corkboard.workspaces.removed_at is
  'Set: its removal has begun and cannot be undone. The row is deleted after all others of the workspace, which are deleted in batches.';

create table corkboard.workspace_logos (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  sha256 bytea not null check (octet_length(sha256) = 32),
  bytes bytea not null check (octet_length(bytes) between 1 and 204800),
  is_used boolean not null default false,
  uploaded_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, sha256)
);
comment on table corkboard.workspace_logos is 'The logos that workspaces have or had on their documents.';
comment on column corkboard.workspace_logos.sha256 is 'The SHA-256 of the image, which identifies it.';
comment on column corkboard.workspace_logos.bytes is 'The image, a PNG that the service made of what was uploaded.';
comment on column corkboard.workspace_logos.is_used is 'Whether a document may have been issued with it. Then it stays as long as its workspace.';
comment on column corkboard.workspace_logos.uploaded_at is 'When it was uploaded.';

-- A removal takes many transactions, and what is left of it afterwards is in this table, which no workspace owns.
create table corkboard.workspace_removals (
  id uuid primary key,
  requested_by text not null,
  database_role text not null default session_user,
  requested_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  counts jsonb not null default '{}',
  constraint finished_after_start check (finished_at is null or started_at is not null)
);
comment on table corkboard.workspace_removals is
  'Workspaces that are to be removed, are being removed or were removed. Resuming a workspace deletes its row; otherwise it is kept permanently. It holds no name and no address.';
comment on column corkboard.workspace_removals.id is 'The id that the workspace has or had.';
comment on column corkboard.workspace_removals.requested_by is 'Who requested the removal, as in the audit log.';
comment on column corkboard.workspace_removals.database_role is 'The database role that requested it.';
comment on column corkboard.workspace_removals.requested_at is 'When it was requested.';
comment on column corkboard.workspace_removals.due_at is 'From when on the worker removes it.';
comment on column corkboard.workspace_removals.started_at is
  'When the first of it was removed; null: it can still be resumed.';
comment on column corkboard.workspace_removals.finished_at is 'When the last of it was removed.';
comment on column corkboard.workspace_removals.counts is 'How many rows were removed so far, by table.';

create table corkboard.members (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  email text not null check (char_length(email) between 3 and 254),
  role text not null default 'member' check (role in ('owner', 'member')),
  created_at timestamptz not null default clock_timestamp(),
  signed_in_at timestamptz,
  signed_out_at timestamptz,
  notified_of text[] not null default '{}'
    check (notified_of <@ '{approved,declined,signed,intake_submitted,inquiry,viewed,overdue,paid}'),
  weekly_minutes integer check (weekly_minutes between 1 and 10080),
  primary key (workspace_id, id)
);
create unique index members_email on corkboard.members (workspace_id, corkboard.normalize_email(email));
create unique index members_owner on corkboard.members (workspace_id) where role = 'owner';
create index members_id on corkboard.members (id);
-- A person who signs in types an address and no workspace.
create index members_address on corkboard.members (corkboard.normalize_email(email));
comment on table corkboard.members is 'The people of a workspace; each takes a seat.';
comment on column corkboard.members.email is 'The address that the member signs in with.';
comment on column corkboard.members.role is 'owner (one per workspace) or member.';
comment on column corkboard.members.signed_in_at is 'When the member last signed in; null: never.';
comment on column corkboard.members.signed_out_at is
  'When the member was last signed out on request: sign-in codes that were asked for before do not work for this workspace. Null: never.';
comment on column corkboard.members.notified_of is
  'The kinds of notifications that the member chose to get by email (corkboard.notification_kinds).';
comment on column corkboard.members.weekly_minutes is 'How many minutes the member means to work in a week; null: not set.';

create table corkboard.api_keys (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  label text not null check (char_length(label) between 1 and 500),
  key_hash bytea not null check (octet_length(key_hash) = 32),
  prefix text not null,
  scopes text[] not null check (scopes @> '{read}' and scopes <@ '{read,write:projects,write:invoices,write:time}'),
  created_at timestamptz not null default clock_timestamp(),
  connected_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (workspace_id, id)
);
-- Not unique, so that the table can be distributed by workspace; 244 random bits never collide.
create index api_keys_hash on corkboard.api_keys (key_hash);
create index api_keys_id on corkboard.api_keys (id);
comment on table corkboard.api_keys is 'Credentials of a workspace for the API and the tool server.';
comment on column corkboard.api_keys.label is 'The name that a person gave the key; records that it makes show it.';
comment on column corkboard.api_keys.key_hash is
  'SHA-256 of the whole key. The key itself is shown once, when it is created, and stored nowhere.';
comment on column corkboard.api_keys.prefix is 'The first characters of the key, so that people can tell keys apart.';
comment on column corkboard.api_keys.scopes is 'What the key may do: read, and which records it may write.';
comment on column corkboard.api_keys.connected_at is
  'When an assistant first connected to the tool server with this key; null: not yet.';
comment on column corkboard.api_keys.last_used_at is
  'When a request was last authenticated with this key, to the hour; null: never.';
comment on column corkboard.api_keys.revoked_at is 'Set: the key no longer works.';
