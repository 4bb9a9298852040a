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
comment on column corkboard.webhook_attempt_counts.duration_ms is 'How long the successful attempts took, added up.';
