create table corkboard.webhook_tests (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  endpoint_id uuid not null,
  tested_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, endpoint_id) references corkboard.webhook_endpoints (workspace_id, id) on delete cascade
);
comment on table corkboard.webhook_tests is
  'When endpoints were tested in the last minute, to limit how often that happens. What came of a test is recorded nowhere.';
comment on column corkboard.webhook_tests.id is 'The delivery id of the ping.';
