-- Links that sign a member in belong to a workspace, sign-ins by a code that is mailed to none that is known yet: so each
-- gets a table of its own. And times are called by names that end in _at.

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

-- No link outlives its hour, and a new one is one command. Processes of the version before name these columns in functions
-- only, which the release makes anew; until then, a moment, links fail and nothing else does (see the end). A code that a
-- worker of one version mails does not work at a web process of the other: whoever is told so asks for another.
-- The version before may make a link between the two: it waits.
lock table corkboard.sign_ins in access exclusive mode;
delete from corkboard.sign_ins where link_hash is not null;
alter table corkboard.sign_ins
  -- squawk-ignore ban-drop-column
  drop column link_hash,
  -- squawk-ignore ban-drop-column
  drop column member_id,
  -- squawk-ignore ban-drop-column
  drop column workspace_id,
  -- A table of the last hour's sign-ins is read in no time.
  -- squawk-ignore adding-not-nullable-field
  alter column browser_hash set not null,
  add column session_hash bytea check (octet_length(session_hash) = 32);
-- squawk-ignore require-concurrent-index-creation
create index sign_ins_session on corkboard.sign_ins (session_hash, created_at) where session_hash is not null;
comment on table corkboard.sign_ins is
  'Sign-ins that were begun by a code mailed to an address, which may be nobody''s. Not keyed by workspace, for an address can be that of members of several.';
comment on column corkboard.sign_ins.code_hash is
  'The code that was mailed, by scrypt with the id as salt: a code is short, and a plain hash of it is soon guessed. Null: none was mailed, or not yet.';
comment on column corkboard.sign_ins.tries is 'How many codes were tried. A try is counted before it is judged.';
comment on column corkboard.sign_ins.asked_from is
  'The address that asked, by which asking is limited; null where somebody who is signed in confirms who they are.';
comment on column corkboard.sign_ins.session_hash is
  'SHA-256 of the token of the session whose member confirms who they are, by which that is limited; null: somebody signs in.';

-- Only functions name these two.
-- squawk-ignore renaming-column
alter table corkboard.webhook_endpoints rename column notice_since to notice_due_at;
-- squawk-ignore renaming-column
alter table corkboard.home rename column since to adopted_at;

-- The release makes these functions anew, but only after this: meanwhile the version before goes on counting failures of
-- endpoints, telling owners, and asking for codes.
do $$
declare
  v_function record;
begin
  for v_function in
    select p.oid, o.old, o.new
      from pg_proc p, (values ('notice_since', 'notice_due_at'), ('s.link_hash is null and', '')) o (old, new)
     where p.pronamespace = 'corkboard'::regnamespace and strpos(p.prosrc, o.old) > 0
  loop
    execute replace(pg_get_functiondef(v_function.oid), v_function.old, v_function.new);
  end loop;
end
$$;
