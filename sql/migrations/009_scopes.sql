create table corkboard.scopes (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  version integer not null default 0 check (version >= 0),
  deliverables text[] not null default '{}' check (cardinality(deliverables) <= 50),
  revision_rounds integer not null default 2 check (revision_rounds between 0 and 20),
  rounds_used integer not null default 0,
  timeline text check (char_length(timeline) <= 500),
  price_cents integer check (price_cents between 0 and 100000000),
  currency text check (currency ~ '^[A-Z]{3}$'),
  share_token text not null default corkboard.new_share_token(),
  sent_version integer,
  sent_at timestamptz,
  approved_at timestamptz,
  approved_by text check (char_length(approved_by) between 1 and 500),
  approval_recorded_by text,
  party_snapshot json,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, project_id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id),
  constraint currency_when_drafted check ((currency is null) = (version = 0)),
  constraint approved_at_with_approved_by check ((approved_at is null) = (approved_by is null)),
  constraint approved_only_if_drafted check (version > 0 or approved_at is null),
  constraint scopes_sent_version_check check (
    (sent_version is null) = (sent_at is null) and sent_version between 1 and version)
);
-- For the items that wait for a person: they stay few, however large the table is.
create index scopes_to_approve on corkboard.scopes (workspace_id, project_id) where version > 0 and approved_at is null;
-- Not unique, for the same reason as api_keys_hash.
create index scopes_share_token on corkboard.scopes (share_token);
-- For the home page: without it, each visit would look at the last round of every active project.
create index scopes_over_budget on corkboard.scopes (workspace_id, project_id desc)
  where rounds_used > revision_rounds;
comment on table corkboard.scopes is
  'What was agreed to be delivered. Version 0 is the empty scope that a project starts with; each draft counts up.';
comment on column corkboard.scopes.version is 'Counts the drafts; 0: never drafted.';
comment on column corkboard.scopes.deliverables is 'What is to be delivered.';
comment on column corkboard.scopes.revision_rounds is
  'How many revision rounds the price includes, without those of change orders.';
comment on column corkboard.scopes.rounds_used is 'How many revision rounds the project has had, kept by a trigger.';
comment on column corkboard.scopes.timeline is 'When it will be delivered, in words.';
comment on column corkboard.scopes.price_cents is 'The price; null: by the hour.';
comment on column corkboard.scopes.currency is
  'Fixed by the first draft. Null before: the workspace''s current default currency.';
comment on column corkboard.scopes.share_token is
  'The token of the link where the client approves the scope. Never returned by the API.';
comment on column corkboard.scopes.sent_version is 'The version that a member sent last; null: none was sent.';
comment on column corkboard.scopes.sent_at is 'When that version was sent.';
comment on column corkboard.scopes.approved_at is 'Set: approved by the client and no longer changed by drafts.';
comment on column corkboard.scopes.approved_by is 'The name under which it was approved.';
comment on column corkboard.scopes.approval_recorded_by is
  'Who recorded the approval for the client: a member''s email address, or operator. Null: the client approved through the share link, or the scope is not approved.';
comment on column corkboard.scopes.party_snapshot is
  'The parties as of the approval (corkboard.party_snapshot), which no longer change; null: not approved.';

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
comment on table corkboard.scope_versions is 'Every draft of a scope and who drafted it. The newest equals the scope.';
comment on column corkboard.scope_versions.version is 'The version of the scope that this draft made.';
comment on column corkboard.scope_versions.deliverables is 'What is to be delivered.';
comment on column corkboard.scope_versions.revision_rounds is 'How many revision rounds the price includes.';
comment on column corkboard.scope_versions.timeline is 'When it will be delivered, in words.';
comment on column corkboard.scope_versions.price_cents is 'The price; null: by the hour.';
comment on column corkboard.scope_versions.currency is 'The currency of the price (ISO 4217).';
comment on column corkboard.scope_versions.drafted_via is
  'The channel that drafted it: app (a person), api or mcp (a key).';
comment on column corkboard.scope_versions.drafted_by is 'The label of the key or the email address of the person.';
comment on column corkboard.scope_versions.drafted_at is 'When it was drafted.';

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
  recorded_by text,
  primary key (workspace_id, id),
  unique (workspace_id, project_id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id)
);
comment on table corkboard.agreements is
  'The signed contract of a project, after which its scope is no longer drafted.';
comment on column corkboard.agreements.signed_at is 'When the client signed, or a member recorded it.';
comment on column corkboard.agreements.document is 'What was signed, byte for byte.';
comment on column corkboard.agreements.document_sha256 is 'SHA-256 of the document.';
comment on column corkboard.agreements.signed_by is
  'The name with which the client signed; null if the operator recorded the signature without one.';
comment on column corkboard.agreements.signed_from is 'The IP address from which it was signed.';
comment on column corkboard.agreements.signed_with is 'The User-Agent of the signing browser.';
comment on column corkboard.agreements.recorded_by is
  'Who recorded the signature for the client: a member''s email address, or operator. Null: the client signed through the share link.';

create table corkboard.change_orders (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  title text check (char_length(title) between 1 and 200),
  description text check (char_length(description) between 1 and 5000),
  amount_cents integer not null check (amount_cents between 0 and 100000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  rounds integer not null default 0 check (rounds between 0 and 20),
  document json,
  document_sha256 bytea,
  approved_at timestamptz not null default clock_timestamp(),
  approved_by text check (char_length(approved_by) between 1 and 500),
  approved_from inet,
  approved_with text check (char_length(approved_with) <= 500),
  recorded_by text,
  primary key (workspace_id, id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id),
  constraint change_orders_document_check check ((document is null) = (document_sha256 is null))
);
create index change_orders_of_project on corkboard.change_orders (workspace_id, project_id);
comment on table corkboard.change_orders is 'Approved additions to an agreed scope: money, and revision rounds.';
comment on column corkboard.change_orders.title is 'What it is for, in a line; null: it was recorded without words.';
comment on column corkboard.change_orders.description is 'What it is for, in detail.';
comment on column corkboard.change_orders.amount_cents is 'What the addition costs.';
comment on column corkboard.change_orders.currency is 'The currency of the amount (ISO 4217).';
comment on column corkboard.change_orders.rounds is 'How many revision rounds it adds.';
comment on column corkboard.change_orders.document is 'The change order as the client approved it, with the parties; null if none was shown.';
comment on column corkboard.change_orders.document_sha256 is 'The SHA-256 of that document''s text.';
comment on column corkboard.change_orders.approved_at is 'When the client approved it, or a member recorded that.';
comment on column corkboard.change_orders.approved_by is 'The name of the person who approved it; null: not known.';
comment on column corkboard.change_orders.approved_from is 'The IP address that the approval came from; null if it was recorded for the client.';
comment on column corkboard.change_orders.approved_with is 'The browser that it came from, as it names itself.';
comment on column corkboard.change_orders.recorded_by is
  'Who recorded the client''s approval: a member''s email address, or operator. Null: the client approved through a share link.';

create table corkboard.change_order_proposals (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  version integer not null default 1 check (version > 0),
  title text not null check (char_length(title) between 1 and 200),
  description text check (char_length(description) between 1 and 5000),
  amount_cents integer not null check (amount_cents between 0 and 100000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  rounds integer not null default 0 check (rounds between 0 and 20),
  share_token text not null default corkboard.new_share_token(),
  proposed_by text not null check (char_length(proposed_by) between 1 and 254),
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  withdrawn_at timestamptz,
  declined_at timestamptz,
  declined_by text check (char_length(declined_by) between 1 and 500),
  decline_reason text check (char_length(decline_reason) between 1 and 5000),
  change_order_id uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id),
  foreign key (workspace_id, change_order_id) references corkboard.change_orders (workspace_id, id),
  constraint change_order_proposals_one_end check (num_nonnulls(withdrawn_at, declined_at, change_order_id) <= 1),
  constraint change_order_proposals_answered_once_sent check (
    sent_at is not null or num_nonnulls(declined_at, change_order_id) = 0)
);
create index change_order_proposals_of_project on corkboard.change_order_proposals (workspace_id, project_id);
create index change_order_proposals_approved on corkboard.change_order_proposals (workspace_id, change_order_id);
-- Not unique, for the same reason as api_keys_hash.
create index change_order_proposals_token on corkboard.change_order_proposals (share_token);
comment on table corkboard.change_order_proposals is
  'Change orders that members write and send. Once the client approves one, it is a row of change_orders, which alone counts.';
comment on column corkboard.change_order_proposals.version is 'Counts its edits. The client approves a version.';
comment on column corkboard.change_order_proposals.title is 'What it is for, in a line.';
comment on column corkboard.change_order_proposals.description is 'What it is for, in detail.';
comment on column corkboard.change_order_proposals.amount_cents is 'What the addition costs.';
comment on column corkboard.change_order_proposals.currency is 'The currency of the amount (ISO 4217).';
comment on column corkboard.change_order_proposals.rounds is 'How many revision rounds it adds.';
comment on column corkboard.change_order_proposals.share_token is 'The token of its share link, without the workspace''s suffix.';
comment on column corkboard.change_order_proposals.proposed_by is 'The member who wrote it.';
comment on column corkboard.change_order_proposals.sent_at is 'When a member sent it; its link works from then on.';
comment on column corkboard.change_order_proposals.withdrawn_at is 'When a member withdrew it.';
comment on column corkboard.change_order_proposals.declined_at is 'When the client declined it.';
comment on column corkboard.change_order_proposals.declined_by is 'The name that the client typed.';
comment on column corkboard.change_order_proposals.decline_reason is 'Why the client declined, in the client''s words.';
comment on column corkboard.change_order_proposals.change_order_id is 'The change order that it became when the client approved it.';

create table corkboard.scope_change_requests (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  scope_version integer not null check (scope_version > 0),
  requested_by text not null check (char_length(requested_by) between 1 and 500),
  text text not null check (char_length(text) between 1 and 5000),
  requested_at timestamptz not null default clock_timestamp(),
  requested_from inet,
  requested_with text check (char_length(requested_with) <= 500),
  resolved_at timestamptz,
  resolved_by text check (char_length(resolved_by) between 1 and 254),
  primary key (workspace_id, id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id),
  check ((resolved_at is null) = (resolved_by is null))
);
create index scope_change_requests_of_project on corkboard.scope_change_requests (workspace_id, project_id);
create index scope_change_requests_open on corkboard.scope_change_requests (workspace_id, requested_at) where resolved_at is null;
comment on table corkboard.scope_change_requests is 'What clients asked to change in a scope, instead of approving it.';
comment on column corkboard.scope_change_requests.scope_version is 'The version of the scope that the client read.';
comment on column corkboard.scope_change_requests.requested_by is 'The name that the client typed.';
comment on column corkboard.scope_change_requests.text is 'What should change, in the client''s words.';
comment on column corkboard.scope_change_requests.requested_at is 'When the client asked.';
comment on column corkboard.scope_change_requests.requested_from is 'The IP address that the request came from.';
comment on column corkboard.scope_change_requests.requested_with is 'The browser that it came from, as it names itself.';
comment on column corkboard.scope_change_requests.resolved_at is 'When a member marked it as done; null: it waits for one.';
comment on column corkboard.scope_change_requests.resolved_by is 'The member who did.';

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
  -- This index also finds the last round.
  unique (workspace_id, project_id, round_number),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id),
  constraint verdict_when_asked_for check (classify or (verdict is null and unclassified is null)),
  constraint verdict_with_reason check ((verdict is null) = (verdict_reason is null)),
  -- Without a verdict the comparison is null, which a check constraint would accept.
  constraint question_when_needed check (coalesce(verdict = 'needs_question', false) = (verdict_question is not null)),
  constraint verdict_or_unclassified check (verdict is null or unclassified is null)
);
create index revisions_awaiting_verdict on corkboard.revisions (logged_at)
  where classify and verdict is null and unclassified is null;
-- For the items that wait for a person: they stay few, however large the table is.
create index revisions_with_question on corkboard.revisions (workspace_id, project_id, round_number) where verdict = 'needs_question';
comment on table corkboard.revisions is 'Rounds of changes that a client asked for, numbered per project without gaps.';
comment on column corkboard.revisions.round_number is 'Counts the project''s revisions from 1 on.';
comment on column corkboard.revisions.description is 'What the client asked for.';
comment on column corkboard.revisions.created_via is 'The channel that logged it: app (a person), api or mcp (a key).';
comment on column corkboard.revisions.logged_at is 'When it was logged.';
comment on column corkboard.revisions.classify is 'Whether a classification was requested, and a job added for it.';
comment on column corkboard.revisions.verdict is
  'The classification, whether or not it came in time for the response. It has no further effect.';
comment on column corkboard.revisions.verdict_reason is 'The reason, in the endpoint''s words.';
comment on column corkboard.revisions.verdict_question is 'What to ask the client; only with needs_question.';
comment on column corkboard.revisions.unclassified is
  'Why there is no verdict so far; a later attempt may still bring one.';
