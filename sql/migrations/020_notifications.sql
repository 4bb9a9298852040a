-- Which emails members get about what happens to their records.

-- In a block, because Citus passes on the text of the query, outside of one the whole file; each constraint by itself, because
-- it takes none beside other changes. They are not valid, because no row has values yet.
do $$
begin
  alter table corkboard.members
    add column notified_of text[] not null default '{}';
  alter table corkboard.members add constraint members_notified_of_check check (
    notified_of <@ '{approved,signed,intake_submitted,viewed,overdue,paid}'
  ) not valid;
end
$$;
comment on column corkboard.members.notified_of is
  'The kinds of notifications that the member chose to get by email (corkboard.notification_kinds).';

-- A row waits here until its email was sent, so that a lost job can be replaced, and so that notifications that wait at the
-- same time become one email. It holds no text that a person typed.
create table corkboard.notifications (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  member_id uuid not null,
  kind text not null check (kind in ('approved', 'signed', 'intake_submitted', 'viewed', 'overdue', 'paid')),
  event text not null check (char_length(event) between 1 and 100),
  record_ids uuid[] not null check (cardinality(record_ids) > 0),
  recorded_by text check (char_length(recorded_by) between 1 and 254),
  created_at timestamptz not null default clock_timestamp(),
  claim_expires_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references corkboard.members (workspace_id, id) on delete cascade
);
create index notifications_of_member on corkboard.notifications (workspace_id, member_id);
create index notifications_created on corkboard.notifications (created_at);
comment on table corkboard.notifications is
  'Notifications that members are still to be emailed. A row is deleted once its email was sent, or after 7 days.';
comment on column corkboard.notifications.member_id is 'The member who is notified.';
comment on column corkboard.notifications.kind is 'What the member chose (members.notified_of); each kind has emails of its own.';
comment on column corkboard.notifications.event is 'What happened, as the events of webhooks are named.';
comment on column corkboard.notifications.record_ids is
  'The records that it happened to: invoices for viewed, overdue and paid, projects for all others.';
comment on column corkboard.notifications.recorded_by is
  'The member, or operator, who recorded it for the client; null if the client did it.';
comment on column corkboard.notifications.claim_expires_at is
  'Until when the job that is emailing it has it for itself; null: no job has. A claim expires in case its worker was killed.';

create table corkboard.unsubscribe_links (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  member_id uuid not null,
  kind text not null check (kind in ('approved', 'signed', 'intake_submitted', 'viewed', 'overdue', 'paid')),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references corkboard.members (workspace_id, id) on delete cascade
);
-- Not unique, for the same reason as api_keys_hash.
create index unsubscribe_links_token on corkboard.unsubscribe_links (token_hash);
create index unsubscribe_links_of_member on corkboard.unsubscribe_links (workspace_id, member_id);
create index unsubscribe_links_created on corkboard.unsubscribe_links (created_at);
comment on table corkboard.unsubscribe_links is
  'The links in emails that end further emails of their kind. Each try to send an email has its own. They work for a year.';
comment on column corkboard.unsubscribe_links.member_id is 'The member who was emailed.';
comment on column corkboard.unsubscribe_links.kind is 'The kind of notifications that the link ends.';
comment on column corkboard.unsubscribe_links.token_hash is
  'SHA-256 of the token in the link, which is stored nowhere else.';
