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
create index time_entries_by_date on corkboard.time_entries (workspace_id, date) include (minutes, billable);
comment on table corkboard.time_entries is 'Work done, in whole minutes.';
comment on column corkboard.time_entries.date is 'The day on which the work was done.';
comment on column corkboard.time_entries.minutes is 'How long it took.';
comment on column corkboard.time_entries.description is 'What was done.';
comment on column corkboard.time_entries.billable is 'Whether it is charged to the client.';
comment on column corkboard.time_entries.created_via is
  'The channel that logged it: app (a person), api or mcp (a key).';

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
comment on column corkboard.notes.body is 'The text.';
comment on column corkboard.notes.author is
  'Who wrote it: a person''s email address, or a key''s label followed by (API).';
comment on column corkboard.notes.created_via is 'The channel that made it: app (a person), api or mcp (a key).';
