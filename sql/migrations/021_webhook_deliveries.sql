create table corkboard.webhook_deliveries (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  endpoint_id uuid not null,
  event text not null,
  data json not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'missed')),
  round integer not null default 1,
  attempts_made integer not null default 0 check (attempts_made between 0 and 7),
  earlier_attempts integer not null default 0,
  job_number integer not null default 1,
  due_at timestamptz default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  failure_counted_at timestamptz,
  request_id uuid default nullif(current_setting('corkboard.request_id', true), '')::uuid,
  traceparent text default nullif(current_setting('corkboard.traceparent', true), ''),
  primary key (workspace_id, id),
  foreign key (workspace_id, endpoint_id) references corkboard.webhook_endpoints (workspace_id, id),
  constraint due_while_pending check ((status = 'pending') = (due_at is not null)),
  constraint settled_unless_pending check ((status = 'pending') = (settled_at is null))
)
-- A delivery is updated soon after it is inserted. Half of each page is left free, so that the new version stays on the
-- same page.
-- Autovacuum comes earlier, for the same reason as audit_log.
with (
  fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
create index webhook_deliveries_id on corkboard.webhook_deliveries (id);
-- These three start with the endpoint. If they started with the workspace, the planner could use them to find a delivery by
-- its key, reading all of its workspace, which it does as long as it has no statistics. The last two include the workspace,
-- which statements name beside the endpoint for Citus, so that these are answered from the index alone.
create index webhook_deliveries_of_endpoint on corkboard.webhook_deliveries (endpoint_id, created_at desc);
-- Pending deliveries by due time, and settled ones by status and time. Requeueing, disabling, replaying, pruning and
-- health checks read these instead of all deliveries.
create index webhook_deliveries_pending on corkboard.webhook_deliveries (endpoint_id, due_at) include (workspace_id)
  where status = 'pending';
create index webhook_deliveries_settled_by_endpoint on corkboard.webhook_deliveries (endpoint_id, status, settled_at)
  include (workspace_id)
  where status <> 'pending';
-- The policy of row-level security makes every query name the workspace besides the endpoint. Without this, the planner
-- takes the two for independent, and expects a few deliveries where there are thousands.
create statistics corkboard.webhook_deliveries_of_endpoints (dependencies, ndistinct)
  on workspace_id, endpoint_id from corkboard.webhook_deliveries;
comment on table corkboard.webhook_deliveries is
  'One event for one endpoint; the id is what the receiver sees on every attempt.';
comment on column corkboard.webhook_deliveries.event is 'The kind of the event.';
comment on column corkboard.webhook_deliveries.data is
  'The event''s data, with the fields in the specified order and without white space.';
comment on column corkboard.webhook_deliveries.status is
  'pending; succeeded; failed (after the last attempt); or missed (the endpoint was off, or the plan had no webhooks).';
comment on column corkboard.webhook_deliveries.round is
  'How often its retry schedule has started: 1, and one more for each replay.';
comment on column corkboard.webhook_deliveries.attempts_made is
  'Attempts of the current round; a replay starts again at 0.';
comment on column corkboard.webhook_deliveries.earlier_attempts is 'Attempts of earlier rounds.';
comment on column corkboard.webhook_deliveries.job_number is
  'Counts the jobs of this delivery. Only the newest one has an effect.';
comment on column corkboard.webhook_deliveries.due_at is 'When the next attempt is due.';
comment on column corkboard.webhook_deliveries.settled_at is 'When it succeeded, failed or was missed.';
comment on column corkboard.webhook_deliveries.failure_counted_at is
  'When its failure counted towards disabling the endpoint. Each delivery counts once, replays included.';
comment on column corkboard.webhook_deliveries.request_id is
  'The Request-Id of the request that caused the event; null if none did. A replay keeps it.';
comment on column corkboard.webhook_deliveries.traceparent is
  'The trace of that request (W3C Trace Context), if it had one. Receivers do not get it.';

-- Not columns of webhook_deliveries, because claims come and go within moments, and each update would copy that wide row.
create unlogged table corkboard.webhook_claims (
  workspace_id uuid not null,
  id uuid not null,
  endpoint_id uuid,
  claim uuid not null,
  claimed_until timestamptz not null,
  primary key (workspace_id, id)
);
create index webhook_claims_of_endpoint on corkboard.webhook_claims (endpoint_id, claimed_until);
comment on table corkboard.webhook_claims is
  'Deliveries with an attempt in progress: no other attempt starts before claimed_until. Unlogged: after a crash a claim may be lost and its attempt repeated.';
comment on column corkboard.webhook_claims.id is 'The delivery''s id.';
comment on column corkboard.webhook_claims.endpoint_id is
  'The delivery''s endpoint, whose concurrency window counts this claim; null: claimed only to change the delivery.';
comment on column corkboard.webhook_claims.claim is 'Identifies who made the claim; only they release it.';
comment on column corkboard.webhook_claims.claimed_until is 'When the claim lapses, if its worker is gone.';

create table corkboard.webhook_attempts (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  delivery_id uuid not null,
  round integer not null default 1,
  number integer not null check (number >= 1),
  attempted_at timestamptz not null,
  outcome text not null check (outcome in
    ('succeeded', 'timeout', 'dns', 'refused_address', 'connection', 'tls', 'redirect', 'http_status')),
  status_code integer,
  reason text,
  duration_ms integer not null check (duration_ms >= 0),
  response text check (octet_length(response) <= 1024),
  signatures text,
  primary key (workspace_id, id),
  foreign key (workspace_id, delivery_id) references corkboard.webhook_deliveries (workspace_id, id) on delete cascade
)
-- For the same reason as audit_log.
with (
  autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
create index webhook_attempts_of_delivery on corkboard.webhook_attempts (workspace_id, delivery_id);
create index webhook_attempts_failed on corkboard.webhook_attempts (attempted_at desc) where outcome <> 'succeeded';
comment on table corkboard.webhook_attempts is 'Every attempt to send a delivery, with its outcome.';
comment on column corkboard.webhook_attempts.round is 'The delivery''s round at the time; each replay starts another.';
comment on column corkboard.webhook_attempts.number is
  'Number of the attempt within its delivery, counted from 1 across all rounds.';
comment on column corkboard.webhook_attempts.attempted_at is 'When it was made.';
comment on column corkboard.webhook_attempts.outcome is
  'succeeded (2xx), http_status (any other status), redirect (not followed), or what prevented a response.';
comment on column corkboard.webhook_attempts.status_code is 'The HTTP status of the answer; null: there was none.';
comment on column corkboard.webhook_attempts.reason is
  'In words, what prevented a response, as in "certificate is self-signed", or where a redirect leads; null if there was another response or nothing more is known than the outcome.';
comment on column corkboard.webhook_attempts.duration_ms is 'How long the attempt took.';
comment on column corkboard.webhook_attempts.response is 'The first 1 KB of the response, unless it was a success.';
-- They can't be computed again later, because secrets are rotated.
comment on column corkboard.webhook_attempts.signatures is
  'The value of X-Service-Signatures, as sent; null: unsigned (Slack, Discord), or of an event that was erased since. The timestamp that they sign is attempted_at, in whole seconds.';

create table corkboard.webhook_throttled_deliveries (
  workspace_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  job_number integer not null,
  due_at timestamptz not null,
  throttled_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references corkboard.webhook_deliveries (workspace_id, id) on delete cascade
);
-- In sending order: new deliveries before retries and replays.
create index webhook_throttled_deliveries_of_endpoint
  on corkboard.webhook_throttled_deliveries (endpoint_id, (job_number > 1), due_at) include (workspace_id);
comment on table corkboard.webhook_throttled_deliveries is
  'Deliveries that are due and wait for their endpoint''s throttle. They have no job: workers take them from here as soon as the throttle allows.';
comment on column corkboard.webhook_throttled_deliveries.id is 'The delivery''s id.';
comment on column corkboard.webhook_throttled_deliveries.job_number is
  'The delivery''s job_number at that time. If the delivery has another one by now, or is settled, the row is outdated.';
comment on column corkboard.webhook_throttled_deliveries.due_at is 'When the delivery''s attempt was due.';
comment on column corkboard.webhook_throttled_deliveries.throttled_at is 'Since when it waits.';
