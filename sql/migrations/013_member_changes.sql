create table corkboard.email_changes (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  member_id uuid not null,
  session_id uuid not null,
  new_email text not null check (char_length(new_email) between 3 and 254),
  code_hash bytea check (octet_length(code_hash) = 32),
  tries integer not null default 0 check (tries >= 0),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  primary key (workspace_id, id)
);
create index email_changes_of_member on corkboard.email_changes (workspace_id, member_id, created_at);
create index email_changes_new_email on corkboard.email_changes (corkboard.normalize_email(new_email), created_at);
create index email_changes_created on corkboard.email_changes (created_at);
-- Without references to member and session: the limits on codes must also count those of members who were removed, or
-- whoever adds and removes members could have any number of codes mailed to somebody.
comment on table corkboard.email_changes is
  'Changes of members'' email addresses that wait for the code mailed to the new address, and those of the last day, which the limits on codes count.';
comment on column corkboard.email_changes.session_id is 'The session that asked: the code works in no other.';
comment on column corkboard.email_changes.code_hash is
  'The code that was mailed, hashed by scrypt with the id as salt, as in sign_ins. Null: none was mailed yet.';
comment on column corkboard.email_changes.tries is 'How many codes were tried. A try is counted before it is judged.';
comment on column corkboard.email_changes.expires_at is
  'When the code stops working: after 15 minutes, or as soon as it was used or another one was asked for.';

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
  'Offers of an owner to hand a workspace over to one of its members. At most one of a workspace is open.';
comment on column corkboard.ownership_offers.member_id is 'The member who may accept; null: removed since.';
comment on column corkboard.ownership_offers.offered_by is 'The owner who made the offer; null: removed since.';
comment on column corkboard.ownership_offers.ended_at is
  'When it was accepted, declined, withdrawn, or found to be void; null: it may still be open (see pending_ownership_offer). The audit log says which.';
