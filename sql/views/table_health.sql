create or replace view corkboard_ops.table_health as
select
  s.schemaname::text as schema,
  s.relname::text as "table",
  s.n_live_tup as live_rows,
  s.n_dead_tup as dead_rows,
  pg_table_size(s.relid) as bytes,
  greatest(s.last_vacuum, s.last_autovacuum) as vacuumed_at,
  greatest(s.last_analyze, s.last_autoanalyze) as analyzed_at
from pg_stat_user_tables s
where s.schemaname in ('corkboard', 'graphile_worker');
comment on view corkboard_ops.table_health is
  'For each table how many rows are live and dead as PostgreSQL estimates, how large it is without its indexes, and when it was last vacuumed and analyzed.';
