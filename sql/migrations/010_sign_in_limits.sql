-- Limits on asking for sign-in codes that a stranger cannot use up for the owner of an address.

-- The table is small: it holds the sign-ins of a day.
-- squawk-ignore-file require-concurrent-index-creation

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
comment on column corkboard.sign_in_origins.email is 'The address, folded by corkboard.fold_email.';
comment on column corkboard.sign_in_origins.browser_hash is 'SHA-256 of the cookie that tells browsers apart.';
comment on column corkboard.sign_in_origins.network is 'As in sign_ins.asked_from.';
comment on column corkboard.sign_in_origins.signed_in_at is 'The last sign-in. The row is deleted when it is 180 days old.';

alter table corkboard.sign_ins add column is_known_origin boolean not null default false;
comment on column corkboard.sign_ins.is_known_origin is
  'Whether the owner of the address signed in from this browser or network before. Such sign-ins count towards no limit on strangers.';
alter table corkboard.sign_ins add column code_of uuid;
comment on column corkboard.sign_ins.code_of is
  'The sign-in whose code is good for this one too, because that code was mailed to the same address a moment before. Null: it has a code of its own.';
create index sign_ins_code_of on corkboard.sign_ins (code_of) where code_of is not null;
