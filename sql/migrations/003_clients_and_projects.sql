create table corkboard.clients (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  name text not null check (char_length(name) between 1 and 500),
  email text check (char_length(email) <= 254),
  company text check (char_length(company) <= 500),
  notes text check (char_length(notes) <= 5000),
  contact_name text check (char_length(contact_name) <= 500),
  address text check (char_length(address) between 1 and 1000),
  e_invoice_country text check (e_invoice_country ~ '^[A-Z]{2}$'),
  e_invoice_network_id text check (char_length(e_invoice_network_id) between 1 and 200),
  created_via text not null check (created_via in ('app', 'api', 'mcp')),
  created_at timestamptz not null default clock_timestamp(),
  trashed_at timestamptz,
  -- The unit separator keeps a search from matching across the two.
  search_text text collate "C" not null generated always as (corkboard.fold(name || E'\x1f' || coalesce(company, ''))) stored,
  -- An index row holds 2704 bytes, and the name may take 2000 of them.
  search_short text collate "C" generated always as (
    case when octet_length(corkboard.fold(name || E'\x1f' || coalesce(company, ''))) <= 500
      then corkboard.fold(name || E'\x1f' || coalesce(company, '')) end
  ) stored,
  primary key (workspace_id, id)
);
create index clients_id on corkboard.clients (id);
-- The list's order, with what a search compares in it, so that a search that walks the list stays in the index.
create index clients_by_name on corkboard.clients (workspace_id, name collate "und-x-icu", id)
  include (search_short) where trashed_at is null;
create index clients_search on corkboard.clients using gin (workspace_id, corkboard.grams(search_text, 2, 3)) where trashed_at is null;
comment on table corkboard.clients is 'Whom a workspace works for. email and notes never leave through the API.';
comment on column corkboard.clients.address is 'As it stands on invoices and contracts. Never returned by the API.';
comment on column corkboard.clients.search_text is 'Name and company, folded: what ?search= is matched against.';
comment on column corkboard.clients.search_short is 'search_text, where it is short enough to stand in an index; null where it is not.';
comment on column corkboard.clients.trashed_at is 'Set: gone from the API, its place under the plan''s cap is free.';

create table corkboard.projects (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  client_id uuid not null,
  name text not null check (char_length(name) between 1 and 500),
  stage text not null default 'active' check (stage in ('lead', 'scoping', 'active', 'delivered', 'paid', 'completed')),
  status text not null default 'active' check (status in ('active', 'paused', 'completed', 'archived')),
  notes text check (char_length(notes) <= 5000),
  hourly_rate_cents integer check (hourly_rate_cents between 0 and 100000000),
  budget_minutes integer check (budget_minutes between 0 and 600000),
  contract_token text not null default corkboard.new_share_token(),
  created_via text not null check (created_via in ('app', 'api', 'mcp')),
  created_at timestamptz not null default clock_timestamp(),
  trashed_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, client_id) references corkboard.clients (workspace_id, id)
);
create index projects_id on corkboard.projects (id);
create index projects_of_client on corkboard.projects (workspace_id, client_id) where trashed_at is null;
-- One index for each way the list is asked for, in the list's order, so that a first page reads a page.
create index projects_newest on corkboard.projects (workspace_id, created_at desc, id desc) where trashed_at is null;
create index projects_current on corkboard.projects (workspace_id, created_at desc, id desc) where trashed_at is null and status <> 'archived';
create index projects_by_status on corkboard.projects (workspace_id, status, created_at desc, id desc) where trashed_at is null;
create index projects_by_stage on corkboard.projects (workspace_id, stage, created_at desc, id desc) where trashed_at is null;
-- What waits for a person is little, however much there is.
create index projects_active on corkboard.projects (workspace_id, id desc) where trashed_at is null and status = 'active';
-- Not unique, for the reason that api_keys_hash is not.
create index projects_contract_token on corkboard.projects (contract_token);
comment on table corkboard.projects is 'Work for a client. stage is its place in the pipeline, status its life cycle.';
comment on column corkboard.projects.contract_token is 'The secret part of the link under which the client signs the contract. Never returned by the API.';

create table corkboard.project_deliverables (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  position integer not null check (position >= 1),
  title text not null check (char_length(title) between 1 and 500),
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id)
);
create index project_deliverables_of_project on corkboard.project_deliverables (workspace_id, project_id, position);
comment on table corkboard.project_deliverables is 'The deliverable list of a project, kept in step with its scope: a deliverable that stays keeps its row.';

create table corkboard.intakes (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  token text not null default corkboard.new_share_token(),
  answers json check (json_typeof(answers) = 'object'),
  submitted_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, project_id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id),
  constraint answers_when_submitted check ((answers is null) = (submitted_at is null))
);
-- Not unique, for the reason that api_keys_hash is not.
create index intakes_token on corkboard.intakes (token);
comment on table corkboard.intakes is 'The intake of a project: its link, and the answers once submitted. Private: nothing of it leaves through the API.';
comment on column corkboard.intakes.token is 'The secret part of the intake link. Never returned by the API.';

create table corkboard.scopes (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  deliverables text[] not null default '{}' check (cardinality(deliverables) <= 50),
  revision_rounds integer not null default 2 check (revision_rounds between 0 and 20),
  timeline text check (char_length(timeline) <= 500),
  price_cents integer check (price_cents between 0 and 100000000),
  currency text check (currency ~ '^[A-Z]{3}$'),
  version integer not null default 0 check (version >= 0),
  approved_at timestamptz,
  approved_by text check (char_length(approved_by) between 1 and 500),
  approved_as json,
  share_token text not null default corkboard.new_share_token(),
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, project_id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id),
  constraint currency_once_drafted check ((currency is null) = (version = 0)),
  constraint approved_by_somebody check ((approved_at is null) = (approved_by is null)),
  constraint approved_once_drafted check (version > 0 or approved_at is null)
);
-- What waits for a person is little, however much there is.
create index scopes_to_approve on corkboard.scopes (workspace_id, project_id) where version > 0 and approved_at is null;
-- Not unique, for the reason that api_keys_hash is not.
create index scopes_share_token on corkboard.scopes (share_token);
comment on table corkboard.scopes is 'What is agreed to be made. Version 0 is the empty scope that comes with the project; each draft counts up.';
comment on column corkboard.scopes.currency is 'Fixed by the first draft; null before: the workspace''s default currency of the moment.';
comment on column corkboard.scopes.approved_at is 'Set: approved by the client, and not drafted again.';
comment on column corkboard.scopes.approved_as is
  'What it says since it was approved besides its own columns (corkboard.heading_of), which does not change any more; null: not approved.';
comment on column corkboard.scopes.share_token is 'The secret part of the link under which the client approves it. Never returned by the API.';

create table corkboard.scope_versions (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  version integer not null check (version >= 1),
  deliverables text[] not null,
  revision_rounds integer not null,
  timeline text,
  price_cents integer,
  currency text not null,
  drafted_via text not null check (drafted_via in ('app', 'api', 'mcp')),
  drafted_by text not null,
  drafted_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, project_id, version),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id)
);
comment on table corkboard.scope_versions is
  'Every draft of a scope as it was, by whom. The newest says what the scope says.';
comment on column corkboard.scope_versions.drafted_by is 'The label of the key or the e-mail address of the person.';

create table corkboard.agreements (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  signed_at timestamptz not null default clock_timestamp(),
  document json not null,
  document_sha256 bytea not null check (octet_length(document_sha256) = 32),
  signed_by text check (char_length(signed_by) between 1 and 500),
  signed_from inet,
  signed_with text check (char_length(signed_with) <= 500),
  primary key (workspace_id, id),
  unique (workspace_id, project_id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id)
);
comment on table corkboard.agreements is 'The signed contract of a project. From then on its scope is not drafted again.';
comment on column corkboard.agreements.document is 'What was signed, as it was then, byte for byte.';
comment on column corkboard.agreements.document_sha256 is 'SHA-256 of the document.';
comment on column corkboard.agreements.signed_by is 'The name under which the client signed; null where the operator recorded it.';
comment on column corkboard.agreements.signed_from is 'The address that it was signed from.';
comment on column corkboard.agreements.signed_with is 'What the browser called itself.';

create table corkboard.change_orders (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  amount_cents integer not null check (amount_cents between 0 and 100000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  rounds integer not null default 0 check (rounds between 0 and 20),
  approved_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id)
);
create index change_orders_of_project on corkboard.change_orders (workspace_id, project_id);
comment on table corkboard.change_orders is 'Approved additions to an agreed scope: money, and revision rounds.';
