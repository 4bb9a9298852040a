-- Change orders with words that clients approve, and what clients ask to change in a scope.

-- In a block, because Citus passes on the text of the query, outside of one the whole file; each constraint by itself, because
-- it takes none beside other changes. They are not valid, because no row has values yet.
do $$
begin
  alter table corkboard.change_orders
    add column title text,
    add column description text,
    add column approved_by text,
    add column approved_from inet,
    add column approved_with text,
    add column document json,
    add column document_sha256 bytea;
  alter table corkboard.change_orders add constraint change_orders_title_check check (
    char_length(title) between 1 and 200
  ) not valid;
  alter table corkboard.change_orders add constraint change_orders_description_check check (
    char_length(description) between 1 and 5000
  ) not valid;
  alter table corkboard.change_orders add constraint change_orders_approved_by_check check (
    char_length(approved_by) between 1 and 500
  ) not valid;
  alter table corkboard.change_orders add constraint change_orders_approved_with_check check (
    char_length(approved_with) <= 500
  ) not valid;
  alter table corkboard.change_orders add constraint change_orders_document_check check (
    (document is null) = (document_sha256 is null)
  ) not valid;
end
$$;
comment on column corkboard.issued_documents.record_id is
  'The id of the invoice or estimate; of a scope or contract that of its project, which has one of each; of a change order that of its proposal.';
comment on column corkboard.change_orders.title is 'What it is for, in a line; null: it was recorded without words.';
comment on column corkboard.change_orders.description is 'What it is for, in detail.';
comment on column corkboard.change_orders.approved_by is 'The name of the person who approved it; null: not known.';
comment on column corkboard.change_orders.approved_from is 'The IP address that the approval came from; null if it was recorded for the client.';
comment on column corkboard.change_orders.approved_with is 'The browser that it came from, as it names itself.';
comment on column corkboard.change_orders.document is 'The change order as the client approved it, with the parties; null if none was shown.';
comment on column corkboard.change_orders.document_sha256 is 'The SHA-256 of that document''s text.';

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

-- The previous constraints lack the kind "declined". Existing rows fit the new ones.
do $$
begin
  alter table corkboard.members drop constraint members_notified_of_check;
  alter table corkboard.members add constraint members_notified_of_check check (
    notified_of <@ '{approved,declined,signed,intake_submitted,viewed,overdue,paid}'
  ) not valid;
  alter table corkboard.notifications drop constraint notifications_kind_check;
  alter table corkboard.notifications add constraint notifications_kind_check check (
    kind in ('approved', 'declined', 'signed', 'intake_submitted', 'viewed', 'overdue', 'paid')
  ) not valid;
  alter table corkboard.unsubscribe_links drop constraint unsubscribe_links_kind_check;
  alter table corkboard.unsubscribe_links add constraint unsubscribe_links_kind_check check (
    kind in ('approved', 'declined', 'signed', 'intake_submitted', 'viewed', 'overdue', 'paid')
  ) not valid;
end
$$;
-- Who is told of approvals is told of the other answers, too. Members can choose otherwise.
do $$
begin
  update corkboard.members m set notified_of = array_append(m.notified_of, 'declined') where 'approved' = any (m.notified_of);
end
$$;
