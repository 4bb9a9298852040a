-- What the service stores about requests: allowances, rate limits, responses for retries, and the audit log.

create table corkboard.monthly_writes (
  workspace_id uuid not null references corkboard.workspaces (id),
  month date not null check (extract(day from month) = 1),
  used integer not null check (used >= 0),
  primary key (workspace_id, month)
);
comment on table corkboard.monthly_writes is 'Records created through the API per workspace and calendar month (UTC), across all its keys.';

create unlogged table corkboard.rate_windows (
  workspace_id uuid not null,
  kind text not null check (kind in ('read', 'write')),
  minute_at timestamptz not null,
  used integer not null,
  primary key (workspace_id, kind)
) with (fillfactor = 50);
comment on table corkboard.rate_windows is
  'Requests of the current clock minute, one row per workspace and kind, reused every minute. Unlogged: a crash may forget a minute.';

create table corkboard.idempotency_keys (
  workspace_id uuid not null references corkboard.workspaces (id),
  id text not null check (char_length(id) between 1 and 255),
  fingerprint bytea not null,
  response text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id)
);
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
  action text not null,
  record_type text not null,
  record_id uuid not null,
  request_id uuid default nullif(current_setting('corkboard.request_id', true), '')::uuid,
  primary key (workspace_id, id)
);
-- Finds who created a record and what was done to it.
create index audit_log_of_record on corkboard.audit_log (workspace_id, record_id);
comment on table corkboard.audit_log is
  'Who did what, by channel: app (a person), api or mcp (an assistant or integration, by its key''s label).';
-- Leads from the Request-Id that a caller got to what the request changed and to how receivers responded. The default is
-- what corkboard.set_request_context set in the same transaction, as in webhook_deliveries.
comment on column corkboard.audit_log.request_id is
  'The Request-Id of the request that did it; null for the operator''s command and for jobs.';
