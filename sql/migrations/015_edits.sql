-- People correct what was recorded: the audit log keeps the former values, and two people who edit the same draft do not
-- overwrite each other.

alter table corkboard.invoices add column version integer not null default 1;
comment on column corkboard.invoices.version is
  'Counts the edits of a draft. An edit names the version that its author saw, and is rejected if there is a newer one.';

alter table corkboard.audit_log add column changes jsonb;
comment on column corkboard.audit_log.changes is
  'What an edit changed, as {"field": [old, new]}; null: it changed no fields, or they are not kept. Amounts come with their currency, even if that is the same. Holds no secrets and no texts that only members see.';
