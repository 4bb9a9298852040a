-- A stopwatch for each member.

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
