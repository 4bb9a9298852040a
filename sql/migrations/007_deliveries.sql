-- What sending needs to know of a delivery, the record of every attempt, and which workers are alive.

alter table corkboard.webhook_deliveries
  -- A delivery changes a few times soon after it is made: room for that on its page.
  set (fillfactor = 70),
  add column attempts_made integer not null default 0 check (attempts_made between 0 and 7),
  add column turn integer not null default 1,
  add column due_at timestamptz default clock_timestamp(),
  add column claim uuid,
  add column claimed_until timestamptz,
  add column settled_at timestamptz,
  add column counted_at timestamptz,
  add constraint due_while_pending check ((status = 'pending') = (due_at is not null)),
  add constraint settled_unless_pending check ((status = 'pending') = (settled_at is null)),
  add constraint claimed_until_when check ((claim is null) = (claimed_until is null));
comment on column corkboard.webhook_deliveries.attempts_made is 'Attempts of the running schedule; a replay begins again at 0.';
comment on column corkboard.webhook_deliveries.turn is 'Counts the jobs made for this delivery: a job of an earlier turn has nothing to do any more.';
comment on column corkboard.webhook_deliveries.due_at is 'When the next attempt is due.';
comment on column corkboard.webhook_deliveries.claim is 'The attempt that is under way; no other is begun before claimed_until.';
comment on column corkboard.webhook_deliveries.settled_at is 'When it succeeded, failed for good or was missed.';
comment on column corkboard.webhook_deliveries.counted_at is 'When its failure counted towards turning the endpoint off: each delivery counts once, replays included.';

-- What turning an endpoint off has to look through, and what the backlog is.
create index webhook_deliveries_pending on corkboard.webhook_deliveries (workspace_id, endpoint_id) where status = 'pending';
-- They are settled in the order of the table, more or less, and looked through once a day.
create index webhook_deliveries_settled on corkboard.webhook_deliveries using brin (settled_at) with (pages_per_range = 16, autosummarize = on);

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
  primary key (workspace_id, id),
  foreign key (workspace_id, delivery_id) references corkboard.webhook_deliveries (workspace_id, id) on delete cascade
);
create index webhook_attempts_of_delivery on corkboard.webhook_attempts (workspace_id, delivery_id);
create index webhook_attempts_failed on corkboard.webhook_attempts (attempted_at desc) where outcome <> 'succeeded';
comment on table corkboard.webhook_attempts is 'Every attempt to send a delivery, and what came of it.';
comment on column corkboard.webhook_attempts.number is 'Which attempt of its schedule, from 1 to 7; a replay begins again at 1.';
comment on column corkboard.webhook_attempts.outcome is 'succeeded (2xx), http_status (any other), redirect (not followed), or what kept it from an answer.';
comment on column corkboard.webhook_attempts.response is 'The beginning of the answer, up to 1 KB, where it was no success.';

create index invoices_to_find_overdue on corkboard.invoices (due_date)
  where kind = 'invoice' and status = 'SENT' and overdue_detected_at is null;

create table corkboard.worker_pools (
  id text primary key,
  seen_at timestamptz not null default clock_timestamp()
);
comment on table corkboard.worker_pools is
  'The pools of jobs that are alive: each says so every few seconds. The jobs of one that fell silent are given to the others (beat_worker).';

create type corkboard.happening as (workspace_id uuid, data json);
comment on type corkboard.happening is 'An event that happened in a workspace: its data, in the specified order of fields.';

create schema corkboard_ops;
comment on schema corkboard_ops is 'Views for whoever looks after the database: what waits, what fails, who is sick.';
