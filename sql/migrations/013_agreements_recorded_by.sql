alter table corkboard.agreements add column recorded_by text;
comment on column corkboard.agreements.recorded_by is
  'Who recorded the signature for the client: a member''s email address, or operator. Null: the client signed through the share link.';
