create table corkboard.webhook_deliveries (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  endpoint_id uuid not null,
  event text not null,
  data json not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'missed')),
  attempts_made integer not null default 0 check (attempts_made between 0 and 7),
  job_number integer not null default 1,
  due_at timestamptz default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  failure_counted_at timestamptz,
  request_id uuid default nullif(current_setting('corkboard.request_id', true), '')::uuid,
  traceparent text default nullif(current_setting('corkboard.traceparent', true), ''),
  round integer not null default 1,
  earlier_attempts integer not null default 0,
  primary key (workspace_id, id),
  foreign key (workspace_id, endpoint_id) references corkboard.webhook_endpoints (workspace_id, id),
  constraint due_while_pending check ((status = 'pending') = (due_at is not null)),
  constraint settled_unless_pending check ((status = 'pending') = (settled_at is null))
)
-- A delivery is written a second time soon after it is made. The half of the page that is left free keeps that second
-- version beside the first; without it sending takes a fifteenth longer.
with (fillfactor = 50);
create index webhook_deliveries_id on corkboard.webhook_deliveries (id);
-- These three begin with the endpoint and leave the workspace out. With the workspace in front they would also be a way to
-- find a delivery by its key, by reading all of its workspace, and the planner takes it where it has no statistics yet.
create index webhook_deliveries_of_endpoint on corkboard.webhook_deliveries (endpoint_id, created_at desc);
-- What waits for an endpoint, by when it is due, and what was settled, by how and when. Whoever looks for lost jobs, turns
-- an endpoint off, replays, prunes or asks how an endpoint fares reads these and not all deliveries. They cost about a
-- twentieth of sending: a delivery that is settled gets a new entry in every index.
create index webhook_deliveries_pending on corkboard.webhook_deliveries (endpoint_id, due_at) where status = 'pending';
create index webhook_deliveries_settled_by_endpoint on corkboard.webhook_deliveries (endpoint_id, status, settled_at)
  where status <> 'pending';
comment on table corkboard.webhook_deliveries is 'One event for one endpoint; the id is what the receiver sees on every attempt.';
comment on column corkboard.webhook_deliveries.data is 'The event''s data in its specified order of fields, without white space.';
comment on column corkboard.webhook_deliveries.attempts_made is 'Attempts of the running schedule; a replay begins again at 0.';
comment on column corkboard.webhook_deliveries.job_number is 'Counts the jobs made for this delivery: only the newest of them still has something to do.';
comment on column corkboard.webhook_deliveries.due_at is 'When the next attempt is due.';
comment on column corkboard.webhook_deliveries.settled_at is 'When it succeeded, failed for good or was missed.';
comment on column corkboard.webhook_deliveries.failure_counted_at is 'When its failure counted towards turning the endpoint off: each delivery counts once, replays included.';
comment on column corkboard.webhook_deliveries.request_id is
  'The Request-Id of the request whose event it is; null where no request caused it. A replay keeps it.';
comment on column corkboard.webhook_deliveries.traceparent is
  'Which trace that request was part of (W3C Trace Context), if it said so. Receivers are not told.';
comment on column corkboard.webhook_deliveries.round is
  'How often its schedule has been begun: 1, and one more for each replay.';
comment on column corkboard.webhook_deliveries.earlier_attempts is 'Attempts of earlier rounds.';

-- Not columns of webhook_deliveries, because a claim is made and given up within moments, and each change of that wide row
-- would be a copy of it.
create unlogged table corkboard.webhook_claims (
  workspace_id uuid not null,
  id uuid not null,
  claim uuid not null,
  claimed_until timestamptz not null,
  endpoint_id uuid,
  primary key (workspace_id, id)
);
create index webhook_claims_of_endpoint on corkboard.webhook_claims (endpoint_id, claimed_until);
comment on table corkboard.webhook_claims is
  'Which deliveries have an attempt under way: no other is begun before claimed_until. Unlogged: a crash may forget one, and the attempt may be made again.';
comment on column corkboard.webhook_claims.id is 'The delivery''s.';
comment on column corkboard.webhook_claims.claim is 'Who made the claim: it is given up by no other.';

create table corkboard.webhook_attempts (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  delivery_id uuid not null,
  number integer not null check (number >= 1),
  outcome text not null check (outcome in
    ('succeeded', 'timeout', 'dns', 'refused_address', 'connection', 'tls', 'redirect', 'http_status')),
  status_code integer,
  duration_ms integer not null check (duration_ms >= 0),
  response text check (octet_length(response) <= 1024),
  attempted_at timestamptz not null,
  round integer not null default 1,
  reason text,
  primary key (workspace_id, id),
  foreign key (workspace_id, delivery_id) references corkboard.webhook_deliveries (workspace_id, id) on delete cascade
);
create index webhook_attempts_of_delivery on corkboard.webhook_attempts (workspace_id, delivery_id);
create index webhook_attempts_failed on corkboard.webhook_attempts (attempted_at desc) where outcome <> 'succeeded';
comment on table corkboard.webhook_attempts is 'Every attempt to send a delivery, and what came of it.';
comment on column corkboard.webhook_attempts.round is 'Which round of its delivery it was made in; each replay begins another.';
comment on column corkboard.webhook_attempts.number is 'Which attempt of its delivery, counted from 1 over all rounds.';
comment on column corkboard.webhook_attempts.outcome is 'succeeded (2xx), http_status (any other), redirect (not followed), or what kept it from an answer.';
comment on column corkboard.webhook_attempts.response is 'The beginning of the answer, up to 1 KB, where it was no success.';
comment on column corkboard.webhook_attempts.reason is
  'In words, what kept it from an answer, as in "certificate is self-signed"; null: there was an answer, or nothing more is known than the outcome.';

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
-- In the order in which they are sent: what is new before retries and replays.
create index webhook_throttled_deliveries_of_endpoint on corkboard.webhook_throttled_deliveries (endpoint_id, (job_number > 1), due_at);
comment on table corkboard.webhook_throttled_deliveries is
  'Deliveries that are due and wait for their endpoint''s pace. They have no job: workers take them from here when the pace allows.';
comment on column corkboard.webhook_throttled_deliveries.id is 'The delivery''s.';
comment on column corkboard.webhook_throttled_deliveries.job_number is
  'The delivery''s job_number at that time. Where it has another one by now, or is settled, the row is out of date.';
