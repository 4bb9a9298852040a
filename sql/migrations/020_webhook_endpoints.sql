create table corkboard.webhook_endpoints (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  version integer not null default 1,
  url text not null,
  description text,
  format text not null default 'json' check (format in ('json', 'slack', 'discord')),
  events text[] not null check (cardinality(events) >= 1),
  secret text,
  previous_secret text,
  previous_secret_expires_at timestamptz,
  failures_in_row integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  disabled_at timestamptz,
  notice_due_at timestamptz,
  removed_at timestamptz,
  primary key (workspace_id, id),
  constraint json_has_secret check ((format = 'json') = (secret is not null)),
  constraint previous_secret_expires check ((previous_secret is null) = (previous_secret_expires_at is null)),
  constraint removed_is_disabled check (removed_at is null or disabled_at is not null)
);
create index webhook_endpoints_id on corkboard.webhook_endpoints (id);
create index webhook_endpoints_disabled on corkboard.webhook_endpoints (workspace_id, disabled_at)
  where disabled_at is not null and removed_at is null;
comment on table corkboard.webhook_endpoints is 'The URLs that a workspace''s events are sent to.';
comment on column corkboard.webhook_endpoints.version is
  'Counts the edits. An edit names the version that its author saw, and is rejected if there is a newer one.';
comment on column corkboard.webhook_endpoints.url is 'Where events are sent to. It may contain a credential.';
comment on column corkboard.webhook_endpoints.description is 'What the endpoint is for, in the owner''s words.';
comment on column corkboard.webhook_endpoints.format is 'json, slack or discord.';
comment on column corkboard.webhook_endpoints.events is 'The kinds of events that are sent.';
comment on column corkboard.webhook_endpoints.secret is
  'The secret that signs, encrypted if the service has SECRETS_KEY; null for slack and discord.';
comment on column corkboard.webhook_endpoints.previous_secret is
  'The secret before the last rotation, which signs too for 24 hours.';
comment on column corkboard.webhook_endpoints.previous_secret_expires_at is 'Until when the previous secret signs.';
comment on column corkboard.webhook_endpoints.failures_in_row is
  'Failed deliveries since the last success; at 20 the endpoint is disabled.';
comment on column corkboard.webhook_endpoints.disabled_at is
  'Set: disabled. Events are recorded as missed and not sent.';
comment on column corkboard.webhook_endpoints.notice_due_at is
  'Set: failures disabled it at this time, and the owner has not been told yet.';
comment on column corkboard.webhook_endpoints.removed_at is
  'Set: removed and no longer visible. The row is deleted with the last of its deliveries, which are deleted in batches.';

create table corkboard.webhook_tests (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  endpoint_id uuid not null,
  tested_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, endpoint_id) references corkboard.webhook_endpoints (workspace_id, id) on delete cascade
);
comment on table corkboard.webhook_tests is
  'Tests of endpoints within the last minute, to limit them. Their results are not recorded.';
comment on column corkboard.webhook_tests.id is 'The delivery id of the test.';
comment on column corkboard.webhook_tests.tested_at is 'When the test was made.';

create table corkboard.webhook_throttles (
  workspace_id uuid not null,
  id uuid not null,
  concurrency_window real not null default 24 check (concurrency_window between 1 and 256),
  rate real check (rate > 0),
  initial_rate real,
  next_attempt_at timestamptz not null default '-infinity',
  baseline_ms integer check (baseline_ms >= 0),
  resumes_at timestamptz,
  limited_attempts integer not null default 0,
  first_limited_at timestamptz,
  first_failed_at timestamptz,
  has_waiting boolean not null default false,
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references corkboard.webhook_endpoints (workspace_id, id) on delete cascade
)
-- The row of an endpoint at its limit changes often; free space lets the new version stay on the same page.
with (fillfactor = 50);
create index webhook_throttles_waiting on corkboard.webhook_throttles (workspace_id, id) where has_waiting;
comment on table corkboard.webhook_throttles is
  'How fast each endpoint may be sent to, learned from its responses (docs/deliveries.md). One row per endpoint.';
comment on column corkboard.webhook_throttles.id is 'The endpoint''s id.';
comment on column corkboard.webhook_throttles.concurrency_window is
  'How many attempts may be in progress at once, over all workers, rounded down.';
comment on column corkboard.webhook_throttles.rate is
  'How many attempts may start per second, as of resumes_at; quiet minutes since then raise it. Null: no limit is known.';
comment on column corkboard.webhook_throttles.initial_rate is
  'The rate that a new endpoint of this format gets; null: no limit. Quiet minutes raise a lower rate up to this one.';
comment on column corkboard.webhook_throttles.next_attempt_at is 'When the next attempt may start under the rate.';
comment on column corkboard.webhook_throttles.baseline_ms is
  'How long a successful response takes, in ms, while at most two attempts are in progress; null: not known yet.';
comment on column corkboard.webhook_throttles.resumes_at is
  'Until when the endpoint asked for a pause (Retry-After): only tests are sent to it.';
comment on column corkboard.webhook_throttles.limited_attempts is
  'How many attempts were answered 429 since first_limited_at.';
comment on column corkboard.webhook_throttles.first_limited_at is
  'When the first of these answers was recorded; null: none since the rate was forgotten.';
comment on column corkboard.webhook_throttles.first_failed_at is
  'When the current series of failed attempts began; null: the last attempt to end succeeded.';
comment on column corkboard.webhook_throttles.has_waiting is
  'Whether deliveries wait for this throttle (webhook_throttled_deliveries).';

-- Success rate and latency of an endpoint by hour. Attempts have no index by endpoint and time, and one would make each
-- attempt more expensive to record than adding to a count.

create table corkboard.webhook_attempt_counts (
  workspace_id uuid not null,
  id uuid not null,
  slot integer not null check (slot between 0 and 23),
  hour_at timestamptz not null,
  succeeded integer not null default 0,
  failed integer not null default 0,
  duration_ms bigint not null default 0,
  primary key (workspace_id, id, slot),
  foreign key (workspace_id, id) references corkboard.webhook_endpoints (workspace_id, id) on delete cascade
)
-- A row changes with each batch of attempts; free space lets the new version stay on the same page.
with (fillfactor = 50);
comment on table corkboard.webhook_attempt_counts is
  'How many attempts of an endpoint succeeded and failed in each of the last 24 hours. One row for each hour of the day, which a new day reuses.';
comment on column corkboard.webhook_attempt_counts.id is 'The endpoint''s id.';
comment on column corkboard.webhook_attempt_counts.slot is 'The hour of the day in UTC.';
comment on column corkboard.webhook_attempt_counts.hour_at is 'When the hour began that the row counts.';
comment on column corkboard.webhook_attempt_counts.succeeded is 'Attempts with a 2xx answer.';
comment on column corkboard.webhook_attempt_counts.failed is 'All other attempts.';
comment on column corkboard.webhook_attempt_counts.duration_ms is 'How long the successful attempts took, added up.';
