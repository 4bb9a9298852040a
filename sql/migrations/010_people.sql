-- The people who use the console: how they sign in, what they set there, and the links and papers that their clients get.

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
  browser_hash bytea check (octet_length(browser_hash) = 32),
  code_hash bytea check (octet_length(code_hash) = 32),
  tries integer not null default 0 check (tries >= 0),
  asked_from inet,
  workspace_id uuid,
  member_id uuid,
  link_hash bytea check (octet_length(link_hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  foreign key (workspace_id, member_id) references corkboard.members (workspace_id, id) on delete cascade,
  constraint by_code_or_by_link check (
    (link_hash is null and browser_hash is not null and member_id is null)
    or (link_hash is not null and browser_hash is null and code_hash is null and workspace_id is not null and member_id is not null))
);
create index sign_ins_browser on corkboard.sign_ins (browser_hash) where browser_hash is not null;
create index sign_ins_link on corkboard.sign_ins (link_hash) where link_hash is not null;
create index sign_ins_email on corkboard.sign_ins (lower(email), created_at);
create index sign_ins_asked_from on corkboard.sign_ins (asked_from, created_at) where asked_from is not null;
create index sign_ins_of_member on corkboard.sign_ins (workspace_id, member_id) where member_id is not null;
create index sign_ins_expiry on corkboard.sign_ins (expires_at);
comment on table corkboard.sign_ins is
  'Sign-ins that were begun: by a code mailed to an address, which may be nobody''s, or by a link made for a member. Not keyed by workspace, for an address can be that of members of several.';
comment on column corkboard.sign_ins.browser_hash is 'SHA-256 of the cookie of the browser that asked: the code works in no other.';
comment on column corkboard.sign_ins.code_hash is 'SHA-256 of the code that was mailed; null: none was, or not yet.';
comment on column corkboard.sign_ins.tries is 'How many codes were tried.';
comment on column corkboard.sign_ins.asked_from is 'The address that asked, by which asking is limited.';
comment on column corkboard.sign_ins.member_id is 'Whom a link signs in; null where it goes by code.';
comment on column corkboard.sign_ins.link_hash is 'SHA-256 of the secret part of a link that works once.';

-- 244 random bits from the server's strong source, in the URL-safe alphabet.
create function corkboard.new_share_token() returns text
language sql volatile parallel safe
as $$
  select translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_')
$$;
comment on function corkboard.new_share_token() is 'The secret part of a new share link, which nobody guesses.';

-- Nobody has been given a link yet, so all tokens are made anew, in one form.
alter table corkboard.intakes
  alter column token drop default,
  alter column token type text using corkboard.new_share_token(),
  alter column token set default corkboard.new_share_token();
alter table corkboard.invoices
  alter column share_token drop default,
  alter column share_token type text using corkboard.new_share_token(),
  alter column share_token set default corkboard.new_share_token();
alter table corkboard.scopes add column share_token text not null default corkboard.new_share_token();
alter table corkboard.projects add column contract_token text not null default corkboard.new_share_token();
-- Not unique, for the reason that api_keys_hash is not.
create index intakes_token on corkboard.intakes (token);
create index invoices_share_token on corkboard.invoices (share_token);
create index scopes_share_token on corkboard.scopes (share_token);
create index projects_contract_token on corkboard.projects (contract_token);
comment on column corkboard.scopes.share_token is 'The secret part of the link under which the client approves it. Never returned by the API.';
comment on column corkboard.projects.contract_token is 'The secret part of the link under which the client signs the contract. Never returned by the API.';

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
  'Every draft of a scope as it was, by whom. The newest says what the scope says; of those made before they were kept, only the newest is here.';
comment on column corkboard.scope_versions.drafted_by is 'The label of the key or the e-mail address of the person.';
insert into corkboard.scope_versions
  (workspace_id, project_id, version, deliverables, revision_rounds, timeline, price_cents, currency, drafted_via, drafted_by, drafted_at)
select s.workspace_id, s.project_id, s.version, s.deliverables, s.revision_rounds, s.timeline, s.price_cents, s.currency,
       a.via, a.actor, a.recorded_at
  from corkboard.scopes s
  join (select distinct on (l.workspace_id, l.record_id) l.* from corkboard.audit_log l
         where l.action = 'scope.drafted'
         order by l.workspace_id, l.record_id, l.id desc) a on a.workspace_id = s.workspace_id and a.record_id = s.id
 where s.version > 0;

alter table corkboard.agreements
  add column document json,
  add column document_sha256 bytea check (octet_length(document_sha256) = 32),
  add column signed_by text check (char_length(signed_by) between 1 and 500),
  add column signed_from inet,
  add column signed_with text check (char_length(signed_with) <= 500),
  add constraint document_with_its_hash check ((document is null) = (document_sha256 is null));
comment on column corkboard.agreements.document is 'What was signed, as it was then, byte for byte; null: signed before documents were kept.';
comment on column corkboard.agreements.document_sha256 is 'SHA-256 of the document.';
comment on column corkboard.agreements.signed_by is 'The name under which the client signed; null where the operator recorded it.';
comment on column corkboard.agreements.signed_from is 'The address that it was signed from.';
comment on column corkboard.agreements.signed_with is 'What the browser called itself.';

alter table corkboard.workspaces
  add column time_zone text not null default 'UTC' check (char_length(time_zone) between 1 and 64),
  add column locale text not null default 'en-US' check (locale ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'),
  add column letterhead text check (char_length(letterhead) between 1 and 2000),
  add column terms text check (char_length(terms) between 1 and 20000),
  add column intake_questions text[] not null default '{}' check (cardinality(intake_questions) <= 40);
comment on column corkboard.workspaces.time_zone is 'In which people read times; a name of the IANA database. Dates without a time are UTC''s.';
comment on column corkboard.workspaces.locale is 'How people read amounts and dates (BCP 47).';
comment on column corkboard.workspaces.letterhead is 'What stands above invoices and contracts: the name, address and numbers of who sends them.';
comment on column corkboard.workspaces.terms is 'The terms of its contracts.';
comment on column corkboard.workspaces.intake_questions is 'What clients are asked before a project, in this order.';

alter table corkboard.clients add column address text check (char_length(address) between 1 and 1000);
comment on column corkboard.clients.address is 'As it stands on invoices and contracts. Never returned by the API.';

-- Who made a record, and what was done to it since.
create index audit_log_of_record on corkboard.audit_log (workspace_id, record_id);

-- These take more from here on, and with their old selves beside them a call would not tell which is meant.
drop function if exists corkboard.approve_scope(uuid, uuid, text);
drop function if exists corkboard.sign_contract(uuid, uuid);
