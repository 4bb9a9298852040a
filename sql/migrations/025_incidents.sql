-- What an operator needs after an incident: when a key was last used, which key made a change, and which clients were
-- erased on request.

alter table corkboard.api_keys add column last_used_at timestamptz;
comment on column corkboard.api_keys.last_used_at is
  'When a request was last authenticated with this key, to the hour; null: not since this is recorded.';

-- The default is set separately, so that the entries that are there aren't rewritten.
alter table corkboard.audit_log add column key_prefix text;
alter table corkboard.audit_log alter column key_prefix
  set default nullif(current_setting('corkboard.key_prefix', true), '');
comment on column corkboard.audit_log.key_prefix is
  'The first characters of the key that made the change; null: a person, the operator or the service did, or the entry is older than this column.';

alter table corkboard.clients add column erased_at timestamptz;
comment on column corkboard.clients.erased_at is
  'When everything personal was erased on request (erase_client); null: not erased.';

comment on column corkboard.webhook_attempts.signatures is
  'The value of X-Service-Signatures, as sent; null: unsigned (Slack, Discord), made before signatures were recorded, or of an event that was erased since. The timestamp that they sign is attempted_at, in whole seconds.';
