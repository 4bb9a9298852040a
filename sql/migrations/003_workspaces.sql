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
comment on column corkboard.plans.clients is 'How many clients (not trashed) a workspace may have; null: no cap.';
comment on column corkboard.plans.active_projects is 'How many projects (status active, not trashed) a workspace may have; null: no cap.';
comment on column corkboard.plans.seats is 'How many members a workspace may have, its owner included; null: no cap.';
comment on column corkboard.plans.monthly_writes is 'How many records the API may create in a calendar month (UTC); null: no cap.';

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
  created_at timestamptz not null default clock_timestamp()
);
comment on table corkboard.workspaces is
  'One row per customer. A write locks this row, so that a workspace handles one write at a time (see lock_workspace).';
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

create table corkboard.members (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  email text not null check (char_length(email) between 3 and 254),
  role text not null default 'member' check (role in ('owner', 'member')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id)
);
create unique index members_email on corkboard.members (workspace_id, corkboard.normalize_email(email));
create unique index members_owner on corkboard.members (workspace_id) where role = 'owner';
create index members_id on corkboard.members (id);
-- A person who signs in types an address and no workspace.
create index members_address on corkboard.members (corkboard.normalize_email(email));
comment on table corkboard.members is 'The people of a workspace; each takes a seat.';

create table corkboard.api_keys (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  label text not null check (char_length(label) between 1 and 500),
  key_hash bytea not null check (octet_length(key_hash) = 32),
  prefix text not null,
  scopes text[] not null check (scopes @> '{read}' and scopes <@ '{read,write:projects,write:invoices,write:time}'),
  created_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz,
  primary key (workspace_id, id)
);
-- Not unique, so that the table can be distributed by workspace; 244 random bits never collide.
create index api_keys_hash on corkboard.api_keys (key_hash);
create index api_keys_id on corkboard.api_keys (id);
comment on table corkboard.api_keys is 'Credentials of a workspace for the API and the tool server.';
comment on column corkboard.api_keys.key_hash is
  'SHA-256 of the whole key. The key itself is shown once, when it is created, and stored nowhere.';
comment on column corkboard.api_keys.prefix is 'The first characters of the key, so that people can tell keys apart.';
