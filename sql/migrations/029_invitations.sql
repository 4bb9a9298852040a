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
comment on column corkboard.invitations.expires_at is 'Until when it can be accepted.';
comment on column corkboard.invitations.token_hash is
  'SHA-256 of the token in the emailed link, which is stored nowhere else. Null: not emailed yet.';
comment on column corkboard.invitations.browser_hash is
  'SHA-256 of the cookie of a browser in which a person who is no member of any workspace entered a code sent to this address.';
comment on column corkboard.invitations.confirmed_at is 'When they entered that code.';
comment on column corkboard.invitations.ended_at is
  'When it was accepted, declined, withdrawn or replaced; null: it can be accepted until it expires. The audit log says which.';
