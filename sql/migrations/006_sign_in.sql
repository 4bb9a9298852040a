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
  minute_at timestamptz,
  minute_writes integer not null default 0,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references corkboard.members (workspace_id, id) on delete cascade
);
-- Not unique, for the same reason as api_keys_hash.
create index sessions_token on corkboard.sessions (token_hash);
create index sessions_of_member on corkboard.sessions (workspace_id, member_id);
create index sessions_expiry on corkboard.sessions (expires_at);
comment on table corkboard.sessions is 'Browsers that are signed in to the console. A session ends with its member.';
comment on column corkboard.sessions.token_hash is
  'SHA-256 of the token in the browser''s cookie, which is stored nowhere else.';
comment on column corkboard.sessions.seen_at is 'When it was last used, to the hour.';
comment on column corkboard.sessions.confirmed_at is
  'When the person last proved their identity, by an emailed code or a sign-in link.';
comment on column corkboard.sessions.expires_at is 'When it expires. Each use extends it, up to a fixed end.';
-- A session that writes without end would fill the disk: its writes are counted, as those of keys are in rate_windows.
comment on column corkboard.sessions.minute_at is 'The minute whose writes are counted; null: it has not written yet.';
comment on column corkboard.sessions.minute_writes is
  'The writes in that minute so far. begin_member_action limits them.';

create table corkboard.sign_ins (
  id uuid primary key default corkboard.uuid_v7(),
  email text not null check (char_length(email) between 3 and 254),
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  session_hash bytea check (octet_length(session_hash) = 32),
  requested_from inet,
  is_known_origin boolean not null default false,
  mailed_to text check (char_length(mailed_to) between 3 and 254),
  code_hash bytea check (octet_length(code_hash) = 32),
  code_sign_in_id uuid,
  attempts integer not null default 0 check (attempts >= 0),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index sign_ins_browser on corkboard.sign_ins (browser_hash);
create index sign_ins_session on corkboard.sign_ins (session_hash, created_at) where session_hash is not null;
create index sign_ins_email on corkboard.sign_ins (corkboard.normalize_email(email), created_at);
-- For counting requests from unknown origins without reading those of known origins, which may be many.
create index sign_ins_unknown_origin on corkboard.sign_ins (corkboard.normalize_email(email), created_at)
  where not is_known_origin;
create index sign_ins_code_sign_in on corkboard.sign_ins (code_sign_in_id) where code_sign_in_id is not null;
create index sign_ins_requested_from on corkboard.sign_ins (requested_from, created_at) where requested_from is not null;
create index sign_ins_expiry on corkboard.sign_ins (expires_at);
comment on table corkboard.sign_ins is
  'Sign-ins by emailed code, including those for unknown addresses. Not keyed by workspace, because an address can be a member of several.';
comment on column corkboard.sign_ins.email is 'The address that was typed, of a member or not.';
comment on column corkboard.sign_ins.browser_hash is
  'SHA-256 of the cookie of the requesting browser: the code works in no other.';
comment on column corkboard.sign_ins.session_hash is
  'SHA-256 of the token of the session that reauthenticates, which a limit counts by; null: an ordinary sign-in.';
comment on column corkboard.sign_ins.requested_from is
  'The network that requested the code, which a limit counts by; null for a reauthentication.';
comment on column corkboard.sign_ins.is_known_origin is
  'Whether the owner of the address signed in from this browser or network before. The limits do not count such sign-ins.';
comment on column corkboard.sign_ins.mailed_to is
  'The address that the code was sent to, as the member has it. The code admits to memberships of this address only. Null: no code was sent.';
comment on column corkboard.sign_ins.code_hash is
  'The emailed code, hashed by scrypt with the id as salt: codes are short, and a plain hash could be guessed. Null: no code was sent, or not yet.';
comment on column corkboard.sign_ins.code_sign_in_id is
  'The sign-in whose code also works for this one, because it was sent to the same address a moment before. Null: it has a code of its own.';
comment on column corkboard.sign_ins.attempts is
  'How many attempts were made. An attempt is counted before the code is checked.';
comment on column corkboard.sign_ins.expires_at is 'Until when the code can be entered.';

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
  'Browsers and networks from which the owner of an address signed in: the limits on requesting codes do not apply to them. Not keyed by workspace, because an address can be a member of several.';
comment on column corkboard.sign_in_origins.email is 'The address, normalized by corkboard.normalize_email.';
comment on column corkboard.sign_in_origins.browser_hash is 'SHA-256 of the cookie that identifies the browser.';
comment on column corkboard.sign_in_origins.network is 'As in sign_ins.requested_from.';
comment on column corkboard.sign_in_origins.signed_in_at is 'The last sign-in. The row is deleted after 180 days.';

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
-- Not unique, for the same reason as api_keys_hash.
create index sign_in_links_hash on corkboard.sign_in_links (link_hash);
create index sign_in_links_of_member on corkboard.sign_in_links (workspace_id, member_id);
create index sign_in_links_expiry on corkboard.sign_in_links (expires_at);
comment on table corkboard.sign_in_links is 'Links that sign a member in once. A used one is deleted.';
comment on column corkboard.sign_in_links.link_hash is
  'SHA-256 of the token in the link, which is stored nowhere else.';
comment on column corkboard.sign_in_links.expires_at is 'Until when it works.';
