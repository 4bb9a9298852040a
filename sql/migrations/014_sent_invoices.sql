-- What the client was sent, or approved, does not change afterwards. Whatever was before this has none: what its heading
-- said then is known nowhere, so it goes on saying what is so now.
alter table corkboard.invoices add column sent_as json;
comment on column corkboard.invoices.sent_as is
  'What it says since it was sent besides its own columns (corkboard.heading_of); null: not sent, or sent before this was kept.';
alter table corkboard.scopes add column approved_as json;
comment on column corkboard.scopes.approved_as is
  'What it says since it was approved besides its own columns (corkboard.heading_of); null: not approved, or approved before this was kept.';
