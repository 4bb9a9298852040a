-- What processes know about each other and about the database.

create table corkboard.worker_pools (
  id text primary key,
  host text not null,
  pid integer not null,
  seen_at timestamptz not null default clock_timestamp()
);
comment on table corkboard.worker_pools is
  'Worker pools that are alive: each reports every few seconds. If one falls silent, others take over its jobs (record_heartbeat).';
comment on column corkboard.worker_pools.id is 'The name that the pool locks jobs under.';
comment on column corkboard.worker_pools.host is 'The name of the machine or container that the worker runs on.';
comment on column corkboard.worker_pools.pid is 'The worker''s process id there.';
comment on column corkboard.worker_pools.seen_at is 'When it last reported.';

-- On the queue's own table: lets a heartbeat find locked jobs without reading the whole queue.
create index corkboard_locked_jobs on graphile_worker._private_jobs (locked_at) where locked_at is not null;

-- The versions that this database was brought up to, so that a newer process stops with a clear message.
create table corkboard.releases (
  build_number integer primary key,
  released_at timestamptz not null default clock_timestamp()
);
comment on table corkboard.releases is
  'The versions that this database was brought up to. A process works only on a database that knows its version.';
comment on column corkboard.releases.build_number is
  'The number of that version''s build (sql/build.txt). A later build has a higher one.';
comment on column corkboard.releases.released_at is 'When a release of that version last ran.';

create table corkboard.applied_files (
  path text primary key,
  sha256 text not null,
  applied_at timestamptz not null default clock_timestamp()
);
comment on table corkboard.applied_files is
  'Migrations, triggers and views that releases have applied, so that the next one refuses a migration that was edited after it ran, and replaces no trigger or view that is unchanged.';
comment on column corkboard.applied_files.path is 'The file''s path below the folder sql of the service.';
comment on column corkboard.applied_files.sha256 is
  'SHA-256 of the file''s text; for triggers and views also of what it created, as PostgreSQL showed it afterwards.';
comment on column corkboard.applied_files.applied_at is 'When a release last applied the file.';

-- A dump contains this row, so a restored dump is recognized as a copy.
create table corkboard.instance (
  is_only boolean primary key default true check (is_only),
  instance_id text not null,
  adopted_at timestamptz not null default clock_timestamp(),
  adopted_in xid8 not null
);
comment on table corkboard.instance is
  'The database instance that sends webhooks: one row. A worker refuses to work on any other instance.';
comment on column corkboard.instance.is_only is 'Always true, so that there is at most one row.';
comment on column corkboard.instance.instance_id is 'The value of corkboard.instance_id() there.';
comment on column corkboard.instance.adopted_at is 'Since when this database is the one that sends.';
-- PostgreSQL also writes the transaction's number into the row's xmin, which a dump does not preserve: a restored row, even
-- in the same database, has another xmin than the transaction that it names.
comment on column corkboard.instance.adopted_in is
  'The transaction that wrote this row. If it differs from the row''s xmin, the row was restored from a dump.';
