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
  name text not null check (char_length(name) between 1 and 500),
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
comment on column corkboard.workspaces.suspended_at is
  'Set: suspended. Nothing is sent, API keys are rejected, and members can only read.';
comment on column corkboard.workspaces.removed_at is
  'Set: its removal has begun and cannot be undone. The row is deleted after all others of the workspace, which are deleted in batches.';

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
