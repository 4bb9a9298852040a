-- An owner who signs a member out reaches that member's sign-in to this workspace only, though a sign-in code works for all
-- workspaces of its address.
alter table corkboard.members add column signed_out_at timestamptz;
comment on column corkboard.members.signed_out_at is
  'When the member was last signed out on request: sign-in codes that were asked for before do not work for this workspace. Null: never.';
