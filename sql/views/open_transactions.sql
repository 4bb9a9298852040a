-- A running vacuum holds a transaction, but no row back from another vacuum.
create or replace view corkboard_ops.open_transactions as
select
  a.pid,
  a.usename::text as role,
  a.application_name as application,
  a.client_addr as client,
  a.state,
  now() - a.xact_start as open_for,
  coalesce(a.backend_xmin, a.backend_xid) is not null as holds_back_vacuum,
  greatest(age(a.backend_xmin), age(a.backend_xid)) as held_transactions,
  a.query
from pg_stat_activity a
where a.datname = current_database() and a.xact_start is not null and a.pid <> pg_backend_pid()
  and a.backend_type <> 'autovacuum worker'
  and not exists (select 1 from pg_stat_progress_vacuum v where v.pid = a.pid)
order by a.xact_start;
comment on view corkboard_ops.open_transactions is
  'Open transactions in this database, the oldest first. While one that holds back vacuum is open, no row that was deleted or replaced since can be removed (held_transactions: how many transactions have begun since). Without pg_read_all_stats, only those of your own roles.';
comment on column corkboard_ops.open_transactions.pid is 'The process id of the connection''s server process, for pg_terminate_backend.';
comment on column corkboard_ops.open_transactions.role is 'The role that opened it.';
comment on column corkboard_ops.open_transactions.application is 'The name that the connection gave itself.';
comment on column corkboard_ops.open_transactions.client is 'The address that it came from; null: a socket of this machine.';
comment on column corkboard_ops.open_transactions.state is 'active, or idle in transaction.';
comment on column corkboard_ops.open_transactions.open_for is 'How long it has been open.';
comment on column corkboard_ops.open_transactions.holds_back_vacuum is 'Whether vacuum has to keep rows for it.';
comment on column corkboard_ops.open_transactions.held_transactions is 'How many transactions have begun since the oldest that it may see.';
comment on column corkboard_ops.open_transactions.query is 'Its latest statement.';
