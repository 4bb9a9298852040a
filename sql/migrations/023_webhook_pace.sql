create table corkboard.webhook_paces (
  workspace_id uuid not null,
  id uuid not null,
  window_size real not null default 24 check (window_size between 1 and 256),
  rate real check (rate > 0),
  next_at timestamptz not null default '-infinity',
  alone_ms integer check (alone_ms >= 0),
  resumes_at timestamptz,
  first_failed_at timestamptz,
  has_waiting boolean not null default false,
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references corkboard.webhook_endpoints (workspace_id, id) on delete cascade
)
-- A row changes often while its endpoint is sent to at its limit, and a changed row stays on its page if that has room.
with (fillfactor = 50);
create index webhook_paces_waiting on corkboard.webhook_paces (workspace_id, id) where has_waiting;
comment on table corkboard.webhook_paces is
  'At which pace each endpoint is sent to, as it was learned from its answers (docs/webhooks.md). One row for each endpoint.';
comment on column corkboard.webhook_paces.id is 'The endpoint''s.';
comment on column corkboard.webhook_paces.window_size is 'How many attempts may be under way at once, over all workers, rounded down.';
comment on column corkboard.webhook_paces.rate is 'How many attempts may begin in a second; null: no limit is known.';
comment on column corkboard.webhook_paces.next_at is 'When the next attempt may begin under the rate.';
comment on column corkboard.webhook_paces.alone_ms is
  'How long the endpoint takes for a successful answer, in ms, while at most two attempts are under way; null: not known yet.';
comment on column corkboard.webhook_paces.resumes_at is
  'The endpoint asked for a pause until then (Retry-After): only tests are sent to it.';
comment on column corkboard.webhook_paces.first_failed_at is
  'When the first of its latest attempts failed that have all failed since; null: the last one to end succeeded.';
comment on column corkboard.webhook_paces.has_waiting is 'Whether deliveries wait for this pace (webhook_waiting).';

create table corkboard.webhook_waiting (
  workspace_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  job_number integer not null,
  due_at timestamptz not null,
  held_back_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references corkboard.webhook_deliveries (workspace_id, id) on delete cascade
);
-- In the order in which they are sent: what is new before retries and replays.
create index webhook_waiting_of_endpoint on corkboard.webhook_waiting (endpoint_id, (job_number > 1), due_at);
comment on table corkboard.webhook_waiting is
  'Deliveries that are due and wait for their endpoint''s pace. They have no job: workers take them from here when the pace allows.';
comment on column corkboard.webhook_waiting.id is 'The delivery''s.';
comment on column corkboard.webhook_waiting.job_number is
  'The delivery''s job_number at that time. Where it has another one by now, or is settled, the row is out of date.';

-- Claims are made and given up within moments, and the table is short.
alter table corkboard.webhook_claims add column endpoint_id uuid;
-- squawk-ignore require-concurrent-index-creation
create index webhook_claims_of_endpoint on corkboard.webhook_claims (endpoint_id, claimed_until);
