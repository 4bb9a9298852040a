-- Files with all of a workspace's data, which an owner asks for and a worker makes.

create table corkboard.exports (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  state text not null default 'queued' check (state in ('queued', 'running', 'finished', 'failed')),
  requested_by text not null check (char_length(requested_by) between 1 and 254),
  requested_at timestamptz not null default clock_timestamp(),
  tries integer not null default 0 check (tries >= 0),
  done integer not null default 0 check (done >= 0),
  total integer not null default 0 check (total >= done),
  bytes bigint not null default 0 check (bytes >= 0),
  finished_at timestamptz,
  failure text check (char_length(failure) between 1 and 500),
  primary key (workspace_id, id),
  check ((state in ('finished', 'failed')) = (finished_at is not null)),
  check ((state = 'failed') = (failure is not null))
);
-- Only one at a time.
create unique index exports_unfinished on corkboard.exports (workspace_id) where state in ('queued', 'running');
create index exports_requested on corkboard.exports (requested_at);
comment on table corkboard.exports is 'Exports of workspaces, of which the newest one has a file. A row is deleted a day after it finished, with its file.';
comment on column corkboard.exports.state is 'queued, running, finished or failed.';
comment on column corkboard.exports.requested_by is 'The email address of the owner who asked for it.';
comment on column corkboard.exports.requested_at is 'When the owner asked.';
comment on column corkboard.exports.tries is 'How many times a job has begun to make it. Only the last one may store parts.';
comment on column corkboard.exports.done is 'How many records and documents are in the file so far.';
comment on column corkboard.exports.total is 'How many there will be.';
comment on column corkboard.exports.bytes is 'The size of the file so far.';
comment on column corkboard.exports.finished_at is 'When it was finished or given up.';
comment on column corkboard.exports.failure is 'Why it failed.';

create table corkboard.export_parts (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  export_id uuid not null,
  number integer not null check (number > 0),
  bytes bytea not null check (octet_length(bytes) between 1 and 4194304),
  primary key (workspace_id, id),
  unique (workspace_id, export_id, number),
  foreign key (workspace_id, export_id) references corkboard.exports (workspace_id, id) on delete cascade
);
comment on table corkboard.export_parts is 'The file of an export, in parts that are read one after the other.';
comment on column corkboard.export_parts.number is 'Counts the parts of a file from 1.';
comment on column corkboard.export_parts.bytes is 'The part.';
comment on column corkboard.export_parts.export_id is 'The export.';
