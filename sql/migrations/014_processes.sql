-- What the processes know of each other and of the database they work on.

create table corkboard.worker_pools (
  id text primary key,
  seen_at timestamptz not null default clock_timestamp()
);
comment on table corkboard.worker_pools is
  'The pools of jobs that are alive: each says so every few seconds. The jobs of one that fell silent are given to the others (record_heartbeat).';

-- On the queue's own table: a heartbeat looks for jobs that are locked and that nobody holds, among all that wait.
create index corkboard_locked_jobs on graphile_worker._private_jobs (locked_at) where locked_at is not null;

-- What code this database was brought up to, so that a process whose code is newer says so and does not fail halfway.
create table corkboard.releases (
  fingerprint text primary key,
  released_at timestamptz not null default clock_timestamp()
);
comment on table corkboard.releases is 'The versions of the service that this database was brought up to; a process works only on one that knows its own.';
comment on column corkboard.releases.fingerprint is 'SHA-256 of the tables'', functions'' and views'' files of the version.';

-- A dump that is restored elsewhere brings this row along, and is known for a copy by it.
create table corkboard.instance (
  is_only boolean primary key default true check (is_only),
  instance_id text not null,
  adopted_at timestamptz not null default clock_timestamp(),
  adopted_in xid8 not null
);
comment on table corkboard.instance is 'Where this database sends webhooks from: one row. A worker refuses a database that is elsewhere.';
comment on column corkboard.instance.instance_id is 'As corkboard.instance_id() answers it there.';
-- The transaction that adopted the database. PostgreSQL writes the same number into the row's xmin, which no dump can
-- carry: a row that was restored, even into the same database, has another xmin than the transaction it names.
comment on column corkboard.instance.adopted_in is
  'The transaction that wrote this row. If it differs from the row''s xmin, the row was restored from a dump.';
