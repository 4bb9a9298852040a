-- How people become members, change their addresses and pass on a workspace, and which emails they get.

-- People become members of a workspace by accepting an invitation, so that nobody is made a member of a stranger's workspace.
-- To send an invitation again, it is replaced, so each row is one email.
create table corkboard.invitations (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  email text not null check (char_length(email) between 3 and 254),
  token_hash bytea check (octet_length(token_hash) = 32),
  browser_hash bytea check (octet_length(browser_hash) = 32),
  confirmed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (workspace_id, id)
);
create unique index invitations_open on corkboard.invitations (workspace_id, corkboard.normalize_email(email))
  where ended_at is null;
create index invitations_of_workspace on corkboard.invitations (workspace_id, created_at);
create index invitations_address on corkboard.invitations (corkboard.normalize_email(email)) where ended_at is null;
-- Not unique, for the same reason as api_keys_hash.
create index invitations_token on corkboard.invitations (token_hash) where ended_at is null;
create index invitations_id on corkboard.invitations (id);
create index invitations_created on corkboard.invitations (created_at);
comment on table corkboard.invitations is
  'Invitations to become a member of a workspace, kept for 30 days, because a limit counts them.';
comment on column corkboard.invitations.email is 'The address that was invited, as the owner typed it.';
comment on column corkboard.invitations.token_hash is
  'SHA-256 of the token in the emailed link, which is stored nowhere else. Null: not emailed yet.';
comment on column corkboard.invitations.browser_hash is
  'SHA-256 of the cookie of a browser in which a person who is no member of any workspace entered a code sent to this address.';
comment on column corkboard.invitations.confirmed_at is 'When they entered that code.';
comment on column corkboard.invitations.expires_at is 'Until when it can be accepted.';
comment on column corkboard.invitations.ended_at is
  'When it was accepted, declined, withdrawn or replaced; null: it can be accepted until it expires. The audit log says which.';

create table corkboard.email_changes (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  member_id uuid not null,
  session_id uuid not null,
  requested_from inet,
  new_email text not null check (char_length(new_email) between 3 and 254),
  code_hash bytea check (octet_length(code_hash) = 32),
  attempts integer not null default 0 check (attempts >= 0),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  primary key (workspace_id, id)
);
create index email_changes_of_member on corkboard.email_changes (workspace_id, member_id, created_at);
create index email_changes_new_email on corkboard.email_changes (corkboard.normalize_email(new_email), created_at);
create index email_changes_created on corkboard.email_changes (created_at);
-- No foreign keys to member and session: the limits also count the codes of removed members. Otherwise anyone who adds and
-- removes members could send any number of codes to an address.
comment on table corkboard.email_changes is
  'Email changes that wait for the code sent to the new address, and those of the last day, which the limits on codes count.';
comment on column corkboard.email_changes.session_id is 'The session that requested it: the code works in no other.';
-- Codes are limited for each pair of address and network, so that strangers elsewhere can't use up a person's codes.
comment on column corkboard.email_changes.requested_from is
  'The network that requested the code (network_of), for limits.';
comment on column corkboard.email_changes.new_email is 'The address that the code was mailed to.';
comment on column corkboard.email_changes.code_hash is
  'The emailed code, hashed by scrypt with the id as salt, as in sign_ins. Null: not sent yet.';
comment on column corkboard.email_changes.attempts is
  'How many attempts were made. An attempt is counted before the code is checked.';
comment on column corkboard.email_changes.expires_at is
  'When the code stops working: after 15 minutes, or as soon as it is used or replaced.';

create table corkboard.ownership_offers (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  member_id uuid,
  offered_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references corkboard.members (workspace_id, id) on delete set null (member_id),
  foreign key (workspace_id, offered_by) references corkboard.members (workspace_id, id) on delete set null (offered_by)
);
create unique index ownership_offers_open on corkboard.ownership_offers (workspace_id) where ended_at is null;
create index ownership_offers_of_workspace on corkboard.ownership_offers (workspace_id, created_at);
create index ownership_offers_created on corkboard.ownership_offers (created_at);
comment on table corkboard.ownership_offers is
  'Offers of an owner to transfer the workspace to one of its members. At most one per workspace is open.';
comment on column corkboard.ownership_offers.member_id is 'The member who may accept; null: removed since.';
comment on column corkboard.ownership_offers.offered_by is 'The owner who made the offer; null: removed since.';
comment on column corkboard.ownership_offers.expires_at is 'Until when the member may accept.';
comment on column corkboard.ownership_offers.ended_at is
  'When it was accepted, declined, withdrawn or found void; null: it may still be pending (see pending_ownership_offer). The audit log says which.';

-- A row waits here until its email was sent, so that a lost job can be replaced, and so that notifications that wait at the
-- same time become one email. It holds no text that a person typed.
create table corkboard.notifications (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  member_id uuid not null,
  kind text not null check (
    kind in ('approved', 'declined', 'signed', 'intake_submitted', 'inquiry', 'viewed', 'overdue', 'paid')),
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
  'The records that it happened to: invoices for viewed, overdue and paid, inquiries for inquiry, projects for all others.';
comment on column corkboard.notifications.recorded_by is
  'The member, or operator, who recorded it for the client; null if the client did it.';
comment on column corkboard.notifications.claim_expires_at is
  'Until when the job that is emailing it has it for itself; null: no job has. A claim expires in case its worker was killed.';

create table corkboard.unsubscribe_links (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  member_id uuid not null,
  kind text not null check (
    kind in ('approved', 'declined', 'signed', 'intake_submitted', 'inquiry', 'viewed', 'overdue', 'paid')),
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
  'The links in emails that end further emails of their kind. Each attempt to send an email has its own. They work for a year.';
comment on column corkboard.unsubscribe_links.member_id is 'The member who was emailed.';
comment on column corkboard.unsubscribe_links.kind is 'The kind of notifications that the link ends.';
comment on column corkboard.unsubscribe_links.token_hash is
  'SHA-256 of the token in the link, which is stored nowhere else.';
