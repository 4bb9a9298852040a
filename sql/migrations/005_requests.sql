-- What the service stores about requests: allowances, rate limits, responses for retries, and the audit log.

create table corkboard.monthly_writes (
  workspace_id uuid not null references corkboard.workspaces (id),
  month date not null check (extract(day from month) = 1),
  used integer not null check (used >= 0),
  primary key (workspace_id, month)
);
comment on table corkboard.monthly_writes is
  'Records created through the API per workspace and calendar month (UTC), across all its keys.';
comment on column corkboard.monthly_writes.month is 'The first day of the month.';
comment on column corkboard.monthly_writes.used is 'How many records of the plan''s allowance were created.';

create unlogged table corkboard.rate_windows (
  workspace_id uuid not null,
  kind text not null check (kind in ('read', 'write')),
  minute_at timestamptz not null,
  used integer not null,
  primary key (workspace_id, kind)
) with (fillfactor = 50);
comment on table corkboard.rate_windows is
  'Requests of the current clock minute, one row per workspace and kind, reused every minute. Unlogged: a crash may forget a minute.';
comment on column corkboard.rate_windows.kind is 'read or write: each has a limit of its own.';
comment on column corkboard.rate_windows.minute_at is 'The minute that is counted.';
comment on column corkboard.rate_windows.used is 'The requests in it so far.';

create table corkboard.idempotency_keys (
  workspace_id uuid not null references corkboard.workspaces (id),
  id text not null check (char_length(id) between 1 and 255),
  fingerprint bytea not null,
  response text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id)
)
-- For the same reason as audit_log.
with (autovacuum_vacuum_scale_factor = 0.05);
create index idempotency_keys_created on corkboard.idempotency_keys (created_at);
comment on table corkboard.idempotency_keys is
  'Responses of finished writes, stored for 24 hours so that a retry gets the same bytes and creates nothing.';
comment on column corkboard.idempotency_keys.id is
  'The Idempotency-Key, or what stands for one in a tool call or a form.';
comment on column corkboard.idempotency_keys.fingerprint is
  'SHA-256 of method, path and parsed body with sorted keys. A retry must have the same.';
comment on column corkboard.idempotency_keys.response is
  'The body of the first response, byte for byte. While a response waits for a classification, a provisional body, which is replaced once (finalize_response).';

create table corkboard.audit_log (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  recorded_at timestamptz not null default clock_timestamp(),
  via text not null check (via in ('app', 'api', 'mcp')),
  actor text not null,
  key_prefix text default nullif(current_setting('corkboard.key_prefix', true), ''),
  action text not null,
  record_type text not null,
  record_id uuid not null,
  changes jsonb,
  request_id uuid default nullif(current_setting('corkboard.request_id', true), '')::uuid,
  primary key (workspace_id, id)
)
-- By default autovacuum visits a table when a fifth of its rows are dead, and analyzes it when a tenth changed. On a table
-- with millions of rows of which the latest are read, that is too late: its index-only scans look at every row until a
-- vacuum says that all may see it, and the statistics are of weeks ago.
with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
-- Finds who created a record and what was done to it.
create index audit_log_of_record on corkboard.audit_log (workspace_id, record_id);
-- The entries about one type of record, newest first.
create index audit_log_by_type on corkboard.audit_log (workspace_id, record_type, id);
-- What a request did. A small index on blocks (brin) was tried: the planner does not use it for random ids.
create index audit_log_by_request on corkboard.audit_log (request_id) where request_id is not null;
-- What happened in a period, in all workspaces.
create index audit_log_by_time on corkboard.audit_log using brin (recorded_at) with (autosummarize = on);
comment on table corkboard.audit_log is
  'Who did what, by channel: app (a person), api or mcp (an assistant or integration, by its key''s label).';
comment on column corkboard.audit_log.recorded_at is 'When the change was made.';
comment on column corkboard.audit_log.via is 'The channel: app (a person), api or mcp (a key).';
comment on column corkboard.audit_log.actor is
  'Who made the change: a person''s email address or name, a key''s label, or operator.';
comment on column corkboard.audit_log.key_prefix is
  'The first characters of the key that made the change; null: a person, the operator or the service did.';
comment on column corkboard.audit_log.action is 'What was done, as record.verb: invoice.sent, for example.';
comment on column corkboard.audit_log.record_type is 'The kind of record that was changed.';
comment on column corkboard.audit_log.record_id is 'The id of that record, which may be deleted by now.';
comment on column corkboard.audit_log.changes is
  'What an edit changed, as {"field": [old, new]}; null: it changed no fields, or they are not kept. Amounts come with their currency, even if that is the same. Holds no secrets and no texts that only members see.';
-- Leads from the Request-Id that a caller got to what the request changed and to how receivers responded. The default is
-- what corkboard.set_request_context set in the same transaction, as in webhook_deliveries.
comment on column corkboard.audit_log.request_id is
  'The Request-Id of the request that did it; null for the operator''s command and for jobs.';
