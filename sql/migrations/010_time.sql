-- Who worked on what, for how long, and the sums of that by week.

create table corkboard.timekeepers (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  kind text not null check (kind in ('member', 'key', 'operator')),
  member_id uuid,
  name text not null check (char_length(name) between 1 and 500),
  primary key (workspace_id, id),
  unique (workspace_id, member_id),
  check ((kind = 'member') = (member_id is not null))
);
create unique index timekeepers_others on corkboard.timekeepers (workspace_id, kind, name) where member_id is null;
comment on table corkboard.timekeepers is
  'Who logs time: members, API keys by their label, and the operator. A row stays when its member leaves.';
comment on column corkboard.timekeepers.kind is 'member, key or operator.';
comment on column corkboard.timekeepers.member_id is 'The member, who may have left since; null for other kinds.';
comment on column corkboard.timekeepers.name is
  'A key''s label, or operator; a member''s email address, the last one if the member has left.';

create table corkboard.time_entries (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  -- Without a foreign key, because timekeepers are never deleted, and each logged entry would look one up again.
  timekeeper_id uuid not null,
  date date not null,
  minutes integer not null check (minutes between 1 and 960),
  description text check (char_length(description) <= 5000),
  billable boolean not null default true,
  created_via text not null check (created_via in ('app', 'api', 'mcp')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id)
);
-- With the day, by which a week finds the entries of a cell.
create index time_entries_of_project on corkboard.time_entries (workspace_id, project_id, date) include (minutes, billable);
create index time_entries_by_date on corkboard.time_entries (workspace_id, date) include (minutes, billable);
comment on table corkboard.time_entries is 'Work done, in whole minutes.';
comment on column corkboard.time_entries.timekeeper_id is 'Who logged it (corkboard.timekeepers).';
comment on column corkboard.time_entries.date is 'The day on which the work was done.';
comment on column corkboard.time_entries.minutes is 'How long it took.';
comment on column corkboard.time_entries.description is 'What was done.';
comment on column corkboard.time_entries.billable is 'Whether it is charged to the client.';
comment on column corkboard.time_entries.created_via is
  'The channel that logged it: app (a person), api or mcp (a key).';

create table corkboard.timers (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  member_id uuid not null,
  project_id uuid not null,
  started_at timestamptz not null default clock_timestamp(),
  resumed_at timestamptz,
  counted_seconds integer not null default 0 check (counted_seconds between 0 and 57600),
  primary key (workspace_id, id),
  unique (workspace_id, member_id),
  foreign key (workspace_id, member_id) references corkboard.members (workspace_id, id) on delete cascade,
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id)
);
comment on table corkboard.timers is 'Timers that run or are paused, at most one for each member. Stopping one makes a time entry and deletes the row.';
comment on column corkboard.timers.member_id is 'The member whose time it counts.';
comment on column corkboard.timers.project_id is 'The project of the time entry.';
comment on column corkboard.timers.started_at is 'When it was started. The time entry is dated on that day, in the workspace''s time zone.';
comment on column corkboard.timers.resumed_at is 'Since when it runs without a pause; null: it is paused.';
comment on column corkboard.timers.counted_seconds is 'How many seconds it counted before that, at most 16 hours.';

-- Sums by week, of projects and of people, so that a report doesn't read a million entries. Not of both together, which would
-- have nearly as many rows as there are entries where many people work on many projects.

create table corkboard.project_weeks (
  workspace_id uuid not null references corkboard.workspaces (id),
  project_id uuid not null,
  week date not null,
  entries integer not null,
  minutes integer not null,
  billable_entries integer not null,
  billable_minutes integer not null,
  billed_entries integer not null,
  billed_minutes integer not null,
  -- The sums are in no index: an invoice of a project's time changes a row many times in one transaction, which would leave an
  -- entry of the index each time.
  primary key (workspace_id, project_id, week)
);
create index project_weeks_by_week on corkboard.project_weeks (workspace_id, week);
comment on table corkboard.project_weeks is
  'Sums of time entries per project and week. Maintained by triggers on time_entries and billed_time.';
comment on column corkboard.project_weeks.project_id is 'The project.';
comment on column corkboard.project_weeks.week is 'The Monday of the week.';
comment on column corkboard.project_weeks.entries is 'How many entries there are.';
comment on column corkboard.project_weeks.minutes is 'All minutes.';
comment on column corkboard.project_weeks.billable_entries is 'How many of the entries are billable.';
comment on column corkboard.project_weeks.billable_minutes is 'The minutes of billable entries.';
comment on column corkboard.project_weeks.billed_entries is 'How many of the billable entries an invoice bills.';
comment on column corkboard.project_weeks.billed_minutes is 'The minutes of billable entries that an invoice bills.';

create table corkboard.timekeeper_weeks (
  workspace_id uuid not null references corkboard.workspaces (id),
  week date not null,
  timekeeper_id uuid not null,
  entries integer not null,
  minutes integer not null,
  billable_entries integer not null,
  billable_minutes integer not null,
  billed_entries integer not null,
  billed_minutes integer not null,
  primary key (workspace_id, week, timekeeper_id)
);
comment on table corkboard.timekeeper_weeks is
  'Sums of time entries per week and timekeeper. Maintained by triggers on time_entries and billed_time.';
comment on column corkboard.timekeeper_weeks.timekeeper_id is 'Who logged the time.';
comment on column corkboard.timekeeper_weeks.week is 'The Monday of the week.';
comment on column corkboard.timekeeper_weeks.entries is 'How many entries there are.';
comment on column corkboard.timekeeper_weeks.minutes is 'All minutes.';
comment on column corkboard.timekeeper_weeks.billable_entries is 'How many of the entries are billable.';
comment on column corkboard.timekeeper_weeks.billable_minutes is 'The minutes of billable entries.';
comment on column corkboard.timekeeper_weeks.billed_entries is 'How many of the billable entries an invoice bills.';
comment on column corkboard.timekeeper_weeks.billed_minutes is 'The minutes of billable entries that an invoice bills.';
