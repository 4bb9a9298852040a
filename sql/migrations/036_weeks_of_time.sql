-- Time by week, of projects and of people. Not of both together as in time_by_week, which had nearly as many rows as there are
-- entries where many people work on many projects. They are filled when the release creates the triggers that maintain them.

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
comment on column corkboard.timekeeper_weeks.timekeeper_id is
  'Who logged the time; 00000000-0000-0000-0000-000000000000 if that is not known.';
comment on column corkboard.timekeeper_weeks.week is 'The Monday of the week.';
comment on column corkboard.timekeeper_weeks.entries is 'How many entries there are.';
comment on column corkboard.timekeeper_weeks.minutes is 'All minutes.';
comment on column corkboard.timekeeper_weeks.billable_entries is 'How many of the entries are billable.';
comment on column corkboard.timekeeper_weeks.billable_minutes is 'The minutes of billable entries.';
comment on column corkboard.timekeeper_weeks.billed_entries is 'How many of the billable entries an invoice bills.';
comment on column corkboard.timekeeper_weeks.billed_minutes is 'The minutes of billable entries that an invoice bills.';

comment on table corkboard.time_by_week is
  'No longer maintained: sums that reports of the previous version read while it still runs.';
