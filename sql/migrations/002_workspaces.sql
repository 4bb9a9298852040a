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
comment on table corkboard.plans is 'What a workspace may use. A null cap means unlimited. Yours to change: the service reads it at every request.';
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
  owner_email text not null check (char_length(owner_email) between 3 and 254),
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
  'One row per customer. Its row is also the lock under which a workspace writes: one write at a time (see lock_workspace).';
comment on column corkboard.workspaces.tax_rate_bps is 'Rate of an invoice that names none, in basis points: 2000 is 20 %.';
comment on column corkboard.workspaces.prices_include_tax is 'Whether an invoice that does not say so has tax-inclusive prices.';
comment on column corkboard.workspaces.ai is 'Whether revisions may be sent to the classification endpoint.';
comment on column corkboard.workspaces.time_zone is 'In which people read times; a name of the IANA database. Dates without a time are UTC''s.';
comment on column corkboard.workspaces.locale is 'How people read amounts and dates (BCP 47).';
comment on column corkboard.workspaces.letterhead is 'What stands above invoices and contracts: the name, address and numbers of who sends them.';
comment on column corkboard.workspaces.terms is 'The terms of its contracts.';
comment on column corkboard.workspaces.intake_questions is 'What clients are asked before a project, in this order.';

create table corkboard.members (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  email text not null check (char_length(email) between 3 and 254),
  role text not null default 'member' check (role in ('owner', 'member')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id)
);
create unique index members_email on corkboard.members (workspace_id, lower(email));
create unique index members_owner on corkboard.members (workspace_id) where role = 'owner';
create index members_id on corkboard.members (id);
-- Whoever signs in says an address and no workspace.
create index members_address on corkboard.members (lower(email));
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
-- Not unique, so that the table can be distributed by workspace; 244 random bits do not meet twice.
create index api_keys_hash on corkboard.api_keys (key_hash);
create index api_keys_id on corkboard.api_keys (id);
comment on table corkboard.api_keys is 'Credentials of a workspace for the API and the tool server.';
comment on column corkboard.api_keys.key_hash is 'SHA-256 of the whole key. The key itself is shown once, when it is made, and kept nowhere.';
comment on column corkboard.api_keys.prefix is 'The first characters of the key, for a person to tell keys apart by.';

create table corkboard.monthly_writes (
  workspace_id uuid not null references corkboard.workspaces (id),
  month date not null check (extract(day from month) = 1),
  used integer not null check (used >= 0),
  primary key (workspace_id, month)
);
comment on table corkboard.monthly_writes is 'Records created through the API per workspace and calendar month (UTC), across all its keys.';

create unlogged table corkboard.rate_windows (
  workspace_id uuid not null,
  kind text not null check (kind in ('read', 'write')),
  minute_at timestamptz not null,
  used integer not null,
  primary key (workspace_id, kind)
) with (fillfactor = 50);
comment on table corkboard.rate_windows is
  'Requests of the current clock minute, one row per workspace and kind, reused every minute. Unlogged: a crash may forget a minute.';

create table corkboard.idempotency_keys (
  workspace_id uuid not null references corkboard.workspaces (id),
  id text not null check (char_length(id) between 1 and 255),
  fingerprint bytea not null,
  response text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id)
);
create index idempotency_keys_created on corkboard.idempotency_keys (created_at);
comment on table corkboard.idempotency_keys is 'Answers of finished writes, kept 24 hours so that a retry gets the same bytes and creates nothing.';
comment on column corkboard.idempotency_keys.id is 'The Idempotency-Key; of a tool call and of a form, what stands for one.';
comment on column corkboard.idempotency_keys.fingerprint is 'SHA-256 of method, path and body (as parsed, keys sorted): what the retry must equal.';
comment on column corkboard.idempotency_keys.response is
  'The body of the first answer, byte for byte. Of an answer that waits for a verdict: what there is of it so far, replaced once (settle_write).';

create table corkboard.audit_log (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  recorded_at timestamptz not null default clock_timestamp(),
  via text not null check (via in ('app', 'api', 'mcp')),
  actor text not null,
  action text not null,
  record_type text not null,
  record_id uuid not null,
  request_id uuid default nullif(current_setting('corkboard.request_id', true), '')::uuid,
  primary key (workspace_id, id)
);
-- Who made a record, and what was done to it since.
create index audit_log_of_record on corkboard.audit_log (workspace_id, record_id);
comment on table corkboard.audit_log is 'Who did what, by which door: app (a person), api or mcp (an assistant or integration, by its key''s label).';
-- One search leads from the Request-Id that a caller got to what the request changed and to what receivers answered. The
-- default takes what corkboard.note_request noted in the same transaction; webhook_deliveries has the same.
comment on column corkboard.audit_log.request_id is
  'The Request-Id of the request that did it; null where no request did: the operator''s command, a job.';
