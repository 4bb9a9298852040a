-- Files of clients that a member imports.

create table corkboard.client_imports (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  state text not null default 'uploaded' check (state in ('uploaded', 'checking', 'checked', 'importing', 'finished', 'failed')),
  version integer not null default 1 check (version > 0),
  file_name text not null check (char_length(file_name) between 1 and 255),
  file bytea check (octet_length(file) between 1 and 10485760),
  settings jsonb not null default '{}',
  preview jsonb not null default '[]',
  requested_by text not null check (char_length(requested_by) between 1 and 254),
  created_at timestamptz not null default clock_timestamp(),
  requested_at timestamptz,
  attempts integer not null default 0 check (attempts >= 0),
  lines integer not null default 0 check (lines >= 0),
  faulty integer not null default 0 check (faulty >= 0),
  duplicates integer not null default 0 check (duplicates >= 0),
  with_duplicates boolean not null default false,
  clients integer check (clients > 0),
  finished_at timestamptz,
  failure text check (char_length(failure) between 1 and 500),
  primary key (workspace_id, id),
  check ((state in ('finished', 'failed')) = (finished_at is not null)),
  check ((state = 'failed') = (failure is not null)),
  check ((state = 'finished') = (clients is not null))
);
create index client_imports_created on corkboard.client_imports (created_at);
-- Only one at a time.
create unique index client_imports_running on corkboard.client_imports (workspace_id) where state in ('checking', 'importing');
comment on table corkboard.client_imports is 'Files of clients that members import. A row is deleted a day after it was made, with its file.';
comment on column corkboard.client_imports.state is 'uploaded (a member says what the columns are), checking (a job reads the lines), checked (a member decides), importing (a job makes the clients), finished or failed.';
comment on column corkboard.client_imports.version is 'Counts how often it was read, so that no one imports what their page did not show.';
comment on column corkboard.client_imports.file_name is 'The name of the file, as the browser sent it.';
comment on column corkboard.client_imports.file is 'The file as it was sent; null once it was imported or has failed.';
comment on column corkboard.client_imports.settings is 'How to read the file: its encoding, its separator, whether its first line has headings, and which field each column is.';
comment on column corkboard.client_imports.preview is 'The first lines of the file, each a list of texts, cut to what a page shows.';
comment on column corkboard.client_imports.requested_by is 'The email address of the member who sent the file, then of the one who imports it.';
comment on column corkboard.client_imports.created_at is 'When the file was sent.';
comment on column corkboard.client_imports.requested_at is 'When a member last asked for what a job does: reading the lines, or making the clients.';
comment on column corkboard.client_imports.attempts is 'How many times a job has begun that. Only the last one may go on.';
comment on column corkboard.client_imports.lines is 'How many lines with a client were read so far.';
comment on column corkboard.client_imports.faulty is 'How many of them can''t be imported.';
comment on column corkboard.client_imports.duplicates is 'How many of the others are likely duplicates.';
comment on column corkboard.client_imports.with_duplicates is 'Whether the likely duplicates are imported too.';
comment on column corkboard.client_imports.clients is 'How many clients it made; null until then.';
comment on column corkboard.client_imports.finished_at is 'When it was finished or given up.';
comment on column corkboard.client_imports.failure is 'Why it failed.';

create table corkboard.client_import_rows (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  import_id uuid not null,
  line integer not null check (line > 0),
  client jsonb not null,
  problems jsonb,
  email_key text,
  name_key text,
  duplicate_of uuid,
  duplicate_line integer,
  is_wanted boolean not null default false,
  cells jsonb,
  primary key (workspace_id, id),
  unique (workspace_id, import_id, line),
  foreign key (workspace_id, import_id) references corkboard.client_imports (workspace_id, id) on delete cascade
);
comment on table corkboard.client_import_rows is 'The clients of an import, which are all made at its end, in one transaction.';
comment on column corkboard.client_import_rows.import_id is 'The import.';
comment on column corkboard.client_import_rows.line is 'The line of the file on which it begins, from 1.';
comment on column corkboard.client_import_rows.client is 'The client''s columns by name; of a faulty line the fields as they are in the file.';
comment on column corkboard.client_import_rows.problems is 'What is wrong with the line: a list of fields, each with the rule that it breaks; null: nothing.';
comment on column corkboard.client_import_rows.email_key is 'The email address in lower case, by which duplicates are found; null: none, or the line is faulty.';
comment on column corkboard.client_import_rows.name_key is 'The name without case and accents, likewise.';
comment on column corkboard.client_import_rows.duplicate_of is 'The workspace''s client that has the same email address or name; null: none.';
comment on column corkboard.client_import_rows.duplicate_line is 'The earlier line of the file that has, if no client has; null: none.';
comment on column corkboard.client_import_rows.is_wanted is 'Whether a member wants the line imported although it is likely a duplicate.';
comment on column corkboard.client_import_rows.cells is 'All cells of a faulty line, as they stand in the file; null for another line.';
