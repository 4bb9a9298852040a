-- Files that owners download: all of a workspace's data, and what they hand to accountants.

create table corkboard.exports (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  state text not null default 'queued' check (state in ('queued', 'running', 'finished', 'failed')),
  requested_by text not null check (char_length(requested_by) between 1 and 254),
  requested_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0 check (attempts >= 0),
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
comment on column corkboard.exports.attempts is 'How many times a job has begun to make it. Only the last one may store parts.';
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

create table corkboard.exported_periods (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  format text not null check (format in ('accounting', 'datev')),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  exported_at timestamptz not null,
  exported_by text not null check (char_length(exported_by) between 1 and 254),
  primary key (workspace_id, id)
);
comment on table corkboard.exported_periods is
  'Which periods an owner has downloaded for the books, so that what is recorded later into one of them can be told apart. One whose days a later download has all is deleted.';
comment on column corkboard.exported_periods.format is 'The file: accounting (CSV) or datev.';
comment on column corkboard.exported_periods.first_day is 'The first day; -infinity: it had no first one.';
comment on column corkboard.exported_periods.last_day is 'The last day, which was over when it was exported.';
comment on column corkboard.exported_periods.exported_at is 'The file has what was recorded until then.';
comment on column corkboard.exported_periods.exported_by is 'The owner who downloaded it.';

create table corkboard.datev_settings (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  account_length integer not null check (account_length between 4 and 8),
  first_debtor integer not null,
  settings json not null check (json_typeof(settings) = 'object'),
  primary key (workspace_id, id),
  unique (workspace_id),
  constraint datev_settings_first_debtor_check check (
    left(first_debtor::text, 1) between '1' and '6' and char_length(first_debtor::text) between 5 and account_length + 1)
);
comment on table corkboard.datev_settings is 'The settings of a workspace''s last file for DATEV, with which the next one begins.';
comment on column corkboard.datev_settings.account_length is 'How many digits an account has. Those of clients have one more.';
comment on column corkboard.datev_settings.first_debtor is
  'The account of the first client, with the digits of the first file: longer accounts have zeros after it.';
comment on column corkboard.datev_settings.settings is
  'The other fields of the form by name, without those that were left blank: numbers and accounts.';

create table corkboard.datev_debtors (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  client_id uuid not null,
  ordinal integer not null check (ordinal > 0),
  primary key (workspace_id, id),
  unique (workspace_id, client_id),
  unique (workspace_id, ordinal),
  foreign key (workspace_id, client_id) references corkboard.clients (workspace_id, id)
);
comment on table corkboard.datev_debtors is
  'The numbers of clients in files for DATEV. A client gets one with the first file after it was added, and keeps it, also once it is erased.';
comment on column corkboard.datev_debtors.client_id is 'The client.';
comment on column corkboard.datev_debtors.ordinal is 'Counts the clients from 1, in the order in which they were added.';
