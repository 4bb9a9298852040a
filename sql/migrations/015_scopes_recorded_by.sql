alter table corkboard.scopes add column approval_recorded_by text;
comment on column corkboard.scopes.approval_recorded_by is
  'Who recorded the approval for the client: a member''s email address, or operator. Null: the client approved through the share link, or nobody has.';
