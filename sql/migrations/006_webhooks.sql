create table corkboard.webhook_endpoints (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  url text not null,
  format text not null default 'json' check (format in ('json', 'slack', 'discord')),
  events text[] not null check (cardinality(events) >= 1),
  secret text,
  previous_secret text,
  previous_secret_expires_at timestamptz,
  failures_in_row integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  disabled_at timestamptz,
  primary key (workspace_id, id),
  check ((format = 'json') = (secret is not null)),
  check ((previous_secret is null) = (previous_secret_expires_at is null))
);
create index webhook_endpoints_id on corkboard.webhook_endpoints (id);
comment on table corkboard.webhook_endpoints is 'Where a workspace wants its events sent.';
comment on column corkboard.webhook_endpoints.failures_in_row is 'Deliveries given up since the last success; at 20 the endpoint is turned off.';
comment on column corkboard.webhook_endpoints.disabled_at is 'Set: turned off. Events are recorded as missed and not sent.';

create table corkboard.webhook_deliveries (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  endpoint_id uuid not null,
  event text not null,
  data json not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'missed')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, endpoint_id) references corkboard.webhook_endpoints (workspace_id, id)
);
create index webhook_deliveries_id on corkboard.webhook_deliveries (id);
create index webhook_deliveries_of_endpoint on corkboard.webhook_deliveries (workspace_id, endpoint_id, created_at desc);
comment on table corkboard.webhook_deliveries is 'One event for one endpoint; the id is what the receiver sees on every attempt.';
comment on column corkboard.webhook_deliveries.data is 'The event''s data in its specified order of fields, without white space.';
