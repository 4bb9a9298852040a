-- Files of clients that a member imports.

create table corkboard.client_imports (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  state text not null default 'uploaded' check (state in ('uploaded', 'queued', 'running', 'finished', 'failed')),
  file_name text not null check (char_length(file_name) between 1 and 255),
  file bytea check (octet_length(file) between 1 and 10485760),
  settings jsonb not null default '{}',
  requested_by text not null check (char_length(requested_by) between 1 and 254),
  created_at timestamptz not null default clock_timestamp(),
  tries integer not null default 0 check (tries >= 0),
  done integer not null default 0 check (done >= 0),
  total integer not null default 0 check (total >= done),
  finished_at timestamptz,
  failure text check (char_length(failure) between 1 and 500),
  primary key (workspace_id, id),
  check ((state in ('finished', 'failed')) = (finished_at is not null)),
  check ((state = 'failed') = (failure is not null))
);
create index client_imports_created on corkboard.client_imports (created_at);
-- Only one at a time.
create unique index client_imports_unfinished on corkboard.client_imports (workspace_id) where state in ('queued', 'running');
comment on table corkboard.client_imports is 'Files of clients that members import. A row is deleted a day after it was made, with its file.';
comment on column corkboard.client_imports.state is 'uploaded (a member checks the columns), queued, running, finished or failed.';
comment on column corkboard.client_imports.file_name is 'The name of the file, as the browser sent it.';
comment on column corkboard.client_imports.file is 'The file as it was sent; null once it was imported.';
comment on column corkboard.client_imports.settings is 'How to read the file: its encoding, its separator, and which column has what.';
comment on column corkboard.client_imports.requested_by is 'The member''s email address.';
comment on column corkboard.client_imports.created_at is 'When the file was sent.';
comment on column corkboard.client_imports.tries is 'How many times a job has begun to import it. Only the last one may import.';
comment on column corkboard.client_imports.done is 'How many lines were read so far.';
comment on column corkboard.client_imports.total is 'How many lines with a client there are.';
comment on column corkboard.client_imports.finished_at is 'When it was finished or given up.';
comment on column corkboard.client_imports.failure is 'Why it failed.';

create table corkboard.client_import_rows (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  import_id uuid not null,
  line integer not null check (line > 0),
  client jsonb not null,
  primary key (workspace_id, id),
  unique (workspace_id, import_id, line),
  foreign key (workspace_id, import_id) references corkboard.client_imports (workspace_id, id) on delete cascade
);
comment on table corkboard.client_import_rows is 'The clients of an import, which are all made at its end, in one transaction.';
comment on column corkboard.client_import_rows.import_id is 'The import.';
comment on column corkboard.client_import_rows.line is 'The line of the file on which it begins, from 1.';
comment on column corkboard.client_import_rows.client is 'The client''s columns by name.';
