-- How people sign in to the console.

create table corkboard.sessions (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  member_id uuid not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  confirmed_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references corkboard.members (workspace_id, id) on delete cascade
);
-- Not unique, for the reason that api_keys_hash is not.
create index sessions_token on corkboard.sessions (token_hash);
create index sessions_of_member on corkboard.sessions (workspace_id, member_id);
create index sessions_expiry on corkboard.sessions (expires_at);
comment on table corkboard.sessions is 'Browsers that are signed in to the console. A session ends with its member.';
comment on column corkboard.sessions.token_hash is 'SHA-256 of what is in the browser''s cookie, which is kept nowhere else.';
comment on column corkboard.sessions.seen_at is 'When it was used last, to the hour.';
comment on column corkboard.sessions.confirmed_at is 'When a code that was mailed to the person, or a sign-in link, was last given.';
comment on column corkboard.sessions.expires_at is 'From when on it opens nothing. Moves on with seen_at, up to an end that is fixed when it is made.';

create table corkboard.sign_ins (
  id uuid primary key default corkboard.uuid_v7(),
  email text not null check (char_length(email) between 3 and 254),
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  session_hash bytea check (octet_length(session_hash) = 32),
  code_hash bytea check (octet_length(code_hash) = 32),
  tries integer not null default 0 check (tries >= 0),
  requested_from inet,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  mailed_to text check (char_length(mailed_to) between 3 and 254),
  is_known_origin boolean not null default false,
  code_sign_in_id uuid
);
create index sign_ins_browser on corkboard.sign_ins (browser_hash);
create index sign_ins_session on corkboard.sign_ins (session_hash, created_at) where session_hash is not null;
create index sign_ins_email on corkboard.sign_ins (corkboard.normalize_email(email), created_at);
-- Counting the requests of strangers for an address does not read the sign-ins of known origins, which may be many.
create index sign_ins_unknown_origin on corkboard.sign_ins (corkboard.normalize_email(email), created_at)
  where not is_known_origin;
create index sign_ins_code_sign_in on corkboard.sign_ins (code_sign_in_id) where code_sign_in_id is not null;
create index sign_ins_requested_from on corkboard.sign_ins (requested_from, created_at) where requested_from is not null;
create index sign_ins_expiry on corkboard.sign_ins (expires_at);
comment on table corkboard.sign_ins is
  'Sign-ins that were begun by a code mailed to an address, which may be nobody''s. Not keyed by workspace, for an address can be that of members of several.';
comment on column corkboard.sign_ins.browser_hash is 'SHA-256 of the cookie of the browser that asked: the code works in no other.';
comment on column corkboard.sign_ins.session_hash is
  'SHA-256 of the token of the session whose member confirms who they are, by which that is limited; null: somebody signs in.';
comment on column corkboard.sign_ins.code_hash is
  'The code that was mailed, by scrypt with the id as salt: a code is short, and a plain hash of it is soon guessed. Null: none was mailed, or not yet.';
comment on column corkboard.sign_ins.tries is 'How many codes were tried. A try is counted before it is judged.';
comment on column corkboard.sign_ins.requested_from is
  'The address that asked, by which asking is limited; null where somebody who is signed in confirms who they are.';

comment on column corkboard.sign_ins.mailed_to is
  'The address that the code was mailed to, as a member has it. The code admits to memberships of this address alone. Null: no code was mailed.';
comment on column corkboard.sign_ins.is_known_origin is
  'Whether the owner of the address signed in from this browser or network before. Such sign-ins count towards no limit on strangers.';
comment on column corkboard.sign_ins.code_sign_in_id is
  'The sign-in whose code is good for this one too, because that code was mailed to the same address a moment before. Null: it has a code of its own.';

create table corkboard.sign_in_origins (
  email text not null check (char_length(email) between 3 and 254),
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  network inet not null,
  signed_in_at timestamptz not null,
  primary key (email, browser_hash, network)
);
create index sign_in_origins_network on corkboard.sign_in_origins (email, network);
create index sign_in_origins_expiry on corkboard.sign_in_origins (signed_in_at);
comment on table corkboard.sign_in_origins is
  'Browsers and networks from which the owner of an address signed in. The limits that strangers can use up do not apply to them. Not keyed by workspace, because an address may be a member of several.';
comment on column corkboard.sign_in_origins.email is 'The address, folded by corkboard.normalize_email.';
comment on column corkboard.sign_in_origins.browser_hash is 'SHA-256 of the cookie that tells browsers apart.';
comment on column corkboard.sign_in_origins.network is 'As in sign_ins.requested_from.';
comment on column corkboard.sign_in_origins.signed_in_at is 'The last sign-in. The row is deleted when it is 180 days old.';

create table corkboard.sign_in_links (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  member_id uuid not null,
  link_hash bytea not null check (octet_length(link_hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references corkboard.members (workspace_id, id) on delete cascade
);
-- Not unique, for the reason that api_keys_hash is not.
create index sign_in_links_hash on corkboard.sign_in_links (link_hash);
create index sign_in_links_of_member on corkboard.sign_in_links (workspace_id, member_id);
create index sign_in_links_expiry on corkboard.sign_in_links (expires_at);
comment on table corkboard.sign_in_links is 'Links that sign a member in, each once. One that was used is deleted.';
comment on column corkboard.sign_in_links.link_hash is 'SHA-256 of the secret part of the link, which is kept nowhere else.';
