-- Both tables are small (a row per member, a row per recent sign-in), so that building an index on them takes milliseconds.
-- squawk-ignore-file require-concurrent-index-creation, require-concurrent-index-deletion

-- Who may enter a workspace must not depend on the database's locale. In many locales lower() maps İ (U+0130) or the
-- Kelvin sign to an ASCII letter, so that boss@gİthub.com, whose mail goes to another domain, would equal
-- boss@github.com. The collation "C" knows ASCII only, whichever locale the database has.
create function corkboard.fold_email(email text) returns text
language sql immutable parallel safe strict
return lower(email collate "C");
comment on function corkboard.fold_email(text) is
  'An email address as the service compares it: in lower case as far as it is ASCII, every other character as it is.';

create unique index members_folded_email on corkboard.members (workspace_id, corkboard.fold_email(email));
-- A person who signs in types an address and no workspace.
create index members_folded_address on corkboard.members (corkboard.fold_email(email));
drop index corkboard.members_email;
drop index corkboard.members_address;

alter table corkboard.sign_ins add column mailed_to text check (char_length(mailed_to) between 3 and 254);
comment on column corkboard.sign_ins.mailed_to is
  'The address that the code was mailed to, as a member has it. The code admits to memberships of this address alone. Null: no code was mailed.';
create index sign_ins_folded_email on corkboard.sign_ins (corkboard.fold_email(email), created_at);
drop index corkboard.sign_ins_email;
