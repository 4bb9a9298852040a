-- What processes know about each other and about the database.

create table corkboard.worker_pools (
  id text primary key,
  seen_at timestamptz not null default clock_timestamp()
);
comment on table corkboard.worker_pools is
  'Worker pools that are alive: each reports every few seconds. If one falls silent, others take over its jobs (record_heartbeat).';

-- On the queue's own table: lets a heartbeat find locked jobs without reading the whole queue.
create index corkboard_locked_jobs on graphile_worker._private_jobs (locked_at) where locked_at is not null;

-- The versions that this database was brought up to, so that a newer process stops with a clear message.
create table corkboard.releases (
  fingerprint text primary key,
  released_at timestamptz not null default clock_timestamp()
);
comment on table corkboard.releases is
  'The versions that this database was brought up to. A process works only on a database that knows its version.';
comment on column corkboard.releases.fingerprint is 'SHA-256 of the version''s SQL files.';

-- A dump contains this row, so a restored dump is recognized as a copy.
create table corkboard.instance (
  is_only boolean primary key default true check (is_only),
  instance_id text not null,
  adopted_at timestamptz not null default clock_timestamp(),
  adopted_in xid8 not null
);
comment on table corkboard.instance is
  'The database instance that sends webhooks: one row. A worker refuses to work on any other instance.';
comment on column corkboard.instance.instance_id is 'The value of corkboard.instance_id() there.';
-- PostgreSQL also writes the transaction's number into the row's xmin, which a dump does not preserve: a restored row, even
-- in the same database, has another xmin than the transaction that it names.
comment on column corkboard.instance.adopted_in is
  'The transaction that wrote this row. If it differs from the row''s xmin, the row was restored from a dump.';
