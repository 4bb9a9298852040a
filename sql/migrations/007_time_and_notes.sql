create table corkboard.time_entries (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  date date not null,
  minutes integer not null check (minutes between 1 and 960),
  description text check (char_length(description) <= 5000),
  billable boolean not null default true,
  created_via text not null check (created_via in ('app', 'api', 'mcp')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id)
);
create index time_entries_of_project on corkboard.time_entries (workspace_id, project_id) include (minutes, billable);
comment on table corkboard.time_entries is 'Work done, in whole minutes.';

create table corkboard.notes (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  body text not null check (char_length(body) between 1 and 5000),
  author text not null,
  created_via text not null check (created_via in ('app', 'api', 'mcp')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id)
);
create index notes_of_project on corkboard.notes (workspace_id, project_id, created_at);
comment on table corkboard.notes is 'Internal notes on a project; never visible to the client.';
