-- Where each worker runs, so that a job's view can say who holds it, and whose turn it is to log the figures of the queue.

alter table corkboard.worker_pools
  add column host text,
  add column pid integer;
comment on column corkboard.worker_pools.host is
  'The name of the machine or container that the worker runs on; null if its version doesn''t report it.';
comment on column corkboard.worker_pools.pid is 'The worker''s process id there.';

create table corkboard.queue_reports (
  is_only boolean primary key default true check (is_only),
  reported_at timestamptz not null
);
comment on table corkboard.queue_reports is
  'When a process last logged the figures of the queue: one row. Once a minute, one process of the installation does (corkboard.queue_report).';
comment on column corkboard.queue_reports.is_only is 'Always true, so that there is at most one row.';
comment on column corkboard.queue_reports.reported_at is 'When the figures were last logged.';
insert into corkboard.queue_reports (reported_at) values ('-infinity');
