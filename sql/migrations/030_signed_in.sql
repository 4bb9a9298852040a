-- A person of several workspaces chooses one when they sign in: the one they used last comes first.
alter table corkboard.members add column signed_in_at timestamptz;
comment on column corkboard.members.signed_in_at is 'When the member last signed in; null: never, or before this column existed.';
