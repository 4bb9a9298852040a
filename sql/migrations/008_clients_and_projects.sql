create table corkboard.clients (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  name text not null check (char_length(name) between 1 and 500),
  email text check (char_length(email) <= 254),
  company text check (char_length(company) <= 500),
  notes text check (char_length(notes) <= 5000),
  contact_name text check (char_length(contact_name) <= 500),
  phone text check (char_length(phone) between 1 and 50),
  address text check (char_length(address) between 1 and 1000),
  legal_name text check (char_length(legal_name) between 1 and 500),
  billing_email text check (char_length(billing_email) between 3 and 254),
  address_lines text check (char_length(address_lines) between 1 and 500),
  postal_code text check (char_length(postal_code) between 1 and 20),
  city text check (char_length(city) between 1 and 200),
  region text check (char_length(region) between 1 and 200),
  country text check (country ~ '^[A-Z]{2}$'),
  vat_number text check (char_length(vat_number) between 1 and 30),
  buyer_reference text check (char_length(buyer_reference) between 1 and 200),
  language text check (language in ('en', 'de', 'fr', 'nl', 'es')),
  payment_term_days integer check (payment_term_days between 0 and 365),
  zero_tax_reason text check (
    zero_tax_reason in ('small_business', 'reverse_charge', 'services_outside_eu', 'export', 'exempt', 'zero_rated')),
  e_invoice_format text check (e_invoice_format in ('none', 'peppol', 'xrechnung', 'factur-x')),
  e_invoice_country text check (e_invoice_country ~ '^[A-Z]{2}$'),
  e_invoice_network_id text check (char_length(e_invoice_network_id) between 1 and 200),
  created_via text not null check (created_via in ('app', 'api', 'mcp')),
  created_at timestamptz not null default clock_timestamp(),
  trashed_at timestamptz,
  erased_at timestamptz,
  -- The unit separator prevents matches that span name and company.
  search_text text collate "C" not null generated always as (corkboard.normalize_for_search(name || E'\x1f' || coalesce(company, ''))) stored,
  -- An index row holds 2704 bytes, and the name may take 2000 of them.
  search_text_short text collate "C" generated always as (
    case when octet_length(corkboard.normalize_for_search(name || E'\x1f' || coalesce(company, ''))) <= 500
      then corkboard.normalize_for_search(name || E'\x1f' || coalesce(company, '')) end
  ) stored,
  primary key (workspace_id, id)
);
create index clients_id on corkboard.clients (id);
-- In the list's order, including what a search compares, so that a search can scan this index alone.
create index clients_by_name on corkboard.clients (workspace_id, name collate "und-x-icu", id)
  include (search_text_short) where trashed_at is null;
create index clients_search on corkboard.clients using gin (workspace_id, corkboard.ngrams(search_text, 2, 3)) where trashed_at is null;
-- What is in the trash, in the order of its page.
create index clients_in_trash on corkboard.clients (workspace_id, trashed_at desc, id) where trashed_at is not null;
comment on table corkboard.clients is 'The clients of a workspace. email, phone and notes never leave through the API.';
comment on column corkboard.clients.name is 'The person or company, as invoices and lists name it.';
comment on column corkboard.clients.email is 'The client''s address. The API stores it and never returns it.';
comment on column corkboard.clients.company is 'The company that the person belongs to.';
comment on column corkboard.clients.notes is 'Private notes of the workspace; the client never sees them.';
comment on column corkboard.clients.contact_name is 'Whom to address at a company.';
comment on column corkboard.clients.phone is 'The number to call the client at. Never returned by the API.';
comment on column corkboard.clients.address is
  'The postal address on invoices and contracts. Never returned by the API.';
comment on column corkboard.clients.legal_name is 'The name of the company or person to whom documents are addressed; null: company, otherwise name.';
comment on column corkboard.clients.billing_email is 'Where invoices are mailed to; null: email.';
comment on column corkboard.clients.address_lines is 'Street and number, up to three lines.';
comment on column corkboard.clients.postal_code is 'The postal code of its address.';
comment on column corkboard.clients.city is 'The city of its address.';
comment on column corkboard.clients.region is 'The state, province or county of its address.';
comment on column corkboard.clients.country is 'The country of its address (ISO 3166).';
comment on column corkboard.clients.vat_number is 'Its VAT number with the country''s prefix, without spaces.';
comment on column corkboard.clients.buyer_reference is 'What the client asks to be named on invoices, such as a cost center or a Leitweg-ID.';
comment on column corkboard.clients.language is 'The language of its documents; null: that of the workspace''s locale, if documents have it, otherwise English.';
comment on column corkboard.clients.payment_term_days is 'In how many days its invoices are due; null: as the workspace''s.';
comment on column corkboard.clients.zero_tax_reason is 'Why its invoices charge no tax; null: as the workspace''s.';
comment on column corkboard.clients.e_invoice_format is 'The standard of its electronic invoices; none: it wants none; null: the one of its country.';
comment on column corkboard.clients.e_invoice_country is 'The country of the client''s electronic invoices (ISO 3166).';
comment on column corkboard.clients.e_invoice_network_id is
  'The client''s address in the network for electronic invoices.';
comment on column corkboard.clients.created_via is 'The channel that made it: app (a person), api or mcp (a key).';
comment on column corkboard.clients.trashed_at is
  'Set: no longer visible in the API and not counted against the plan''s cap.';
comment on column corkboard.clients.erased_at is
  'When everything personal was erased on request (erase_client); null: not erased.';
comment on column corkboard.clients.search_text is 'Name and company, normalized: what ?search= is matched against.';
comment on column corkboard.clients.search_text_short is
  'search_text if it is short enough for an index, otherwise null.';

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
  contract_sent_at timestamptz,
  created_via text not null check (created_via in ('app', 'api', 'mcp')),
  created_at timestamptz not null default clock_timestamp(),
  trashed_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, client_id) references corkboard.clients (workspace_id, id)
);
create index projects_id on corkboard.projects (id);
-- One index per filter, in the list's order, so that the first page reads only its own rows.
create index projects_newest on corkboard.projects (workspace_id, created_at desc, id desc) where trashed_at is null;
create index projects_current on corkboard.projects (workspace_id, created_at desc, id desc) where trashed_at is null and status <> 'archived';
create index projects_by_status on corkboard.projects (workspace_id, status, created_at desc, id desc) where trashed_at is null;
create index projects_by_stage on corkboard.projects (workspace_id, stage, created_at desc, id desc) where trashed_at is null;
-- For the items that wait for a person: they stay few, however large the table is.
create index projects_active on corkboard.projects (workspace_id, id desc) where trashed_at is null and status = 'active';
-- Not unique, for the same reason as api_keys_hash.
create index projects_contract_token on corkboard.projects (contract_token);
-- The projects of a client, those in the trash included: their invoices count too. Others are counted without the table.
create index projects_of_client on corkboard.projects (workspace_id, client_id) include (trashed_at);
create index projects_in_trash on corkboard.projects (workspace_id, trashed_at desc, id) where trashed_at is not null;
comment on table corkboard.projects is 'Work for a client. stage is its place in the pipeline, status its life cycle.';
comment on column corkboard.projects.name is 'The name, as the client sees it too.';
comment on column corkboard.projects.stage is 'The place in the pipeline, from lead to completed.';
comment on column corkboard.projects.status is
  'active, paused, completed or archived. Only active ones count for the plan.';
comment on column corkboard.projects.notes is 'Private notes of the workspace; the client never sees them.';
comment on column corkboard.projects.hourly_rate_cents is 'What an hour costs; null: no rate.';
comment on column corkboard.projects.budget_minutes is 'How much time is planned; null: no budget.';
comment on column corkboard.projects.contract_token is
  'The token of the link where the client signs the contract. Never returned by the API.';
comment on column corkboard.projects.contract_sent_at is 'When a member sent the contract; null: it was not sent.';
comment on column corkboard.projects.created_via is 'The channel that made it: app (a person), api or mcp (a key).';
comment on column corkboard.projects.trashed_at is 'Set: in the trash since then. Its invoices still count in totals.';

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
comment on table corkboard.project_deliverables is
  'The deliverables of a project, kept in step with its scope. An unchanged deliverable keeps its row.';
comment on column corkboard.project_deliverables.position is 'The place in the scope''s list, from 1 on.';
comment on column corkboard.project_deliverables.title is 'The deliverable, as the scope names it.';

create table corkboard.intakes (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  token text not null default corkboard.new_share_token(),
  answers json check (json_typeof(answers) = 'object'),
  submitted_at timestamptz,
  has_scope boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, project_id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id),
  constraint answers_when_submitted check ((answers is null) = (submitted_at is null))
);
-- Not unique, for the same reason as api_keys_hash.
create index intakes_token on corkboard.intakes (token);
-- For the home page: without it, each visit would look at the scope of every active project.
create index intakes_without_scope on corkboard.intakes (workspace_id, project_id desc)
  where submitted_at is not null and not has_scope;
comment on table corkboard.intakes is
  'The intake of a project: its link, and the answers once submitted. Never returned by the API.';
comment on column corkboard.intakes.token is 'The token of the intake link. Never returned by the API.';
comment on column corkboard.intakes.answers is 'The client''s answers by question; null until they are submitted.';
comment on column corkboard.intakes.submitted_at is 'When the client submitted the answers; null: not yet.';
comment on column corkboard.intakes.has_scope is 'Whether the project''s scope has been drafted, kept by a trigger.';

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
comment on column corkboard.notes.body is 'The text.';
comment on column corkboard.notes.author is
  'Who wrote it: a person''s email address, or a key''s label followed by (API).';
comment on column corkboard.notes.created_via is 'The channel that made it: app (a person), api or mcp (a key).';

create table corkboard.client_portals (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  client_id uuid not null,
  token text not null default corkboard.new_share_token(),
  opened_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, client_id),
  foreign key (workspace_id, client_id) references corkboard.clients (workspace_id, id)
);
-- Not unique, for the same reason as api_keys_hash.
create index client_portals_token on corkboard.client_portals (token);
comment on table corkboard.client_portals is
  'The links with which clients open their portal and their statement. A client has none until a member makes one.';
comment on column corkboard.client_portals.client_id is 'The client.';
comment on column corkboard.client_portals.token is 'The token of the links, without the workspace''s suffix.';
comment on column corkboard.client_portals.opened_at is 'When a member made the portal.';

-- Lists return exact totals. Counting 100,000 rows for each first page would cost more than the page itself, and writes
-- are rare, so triggers maintain the counts (maintain_client_counts and others).

create table corkboard.client_counts (
  workspace_id uuid primary key references corkboard.workspaces (id),
  clients bigint not null
);
comment on table corkboard.client_counts is 'Clients not trashed, per workspace. Maintained by a trigger on clients.';
comment on column corkboard.client_counts.clients is 'How many there are.';

create table corkboard.project_counts (
  workspace_id uuid not null references corkboard.workspaces (id),
  status text not null,
  stage text not null,
  projects bigint not null,
  primary key (workspace_id, status, stage)
);
comment on table corkboard.project_counts is
  'Projects not trashed, per workspace, status and stage. Maintained by a trigger on projects.';
comment on column corkboard.project_counts.status is 'The projects'' status.';
comment on column corkboard.project_counts.stage is 'The projects'' stage.';
comment on column corkboard.project_counts.projects is 'How many there are.';
