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
comment on column corkboard_ops.table_health.schema is 'The schema of the table.';
comment on column corkboard_ops.table_health.live_rows is 'Rows that are live, estimated.';
comment on column corkboard_ops.table_health.dead_rows is 'Rows that vacuum can remove, or could without old snapshots; estimated.';
comment on column corkboard_ops.table_health.bytes is 'The size of the table without its indexes.';
comment on column corkboard_ops.table_health.vacuumed_at is 'When it was last vacuumed; null: never.';
comment on column corkboard_ops.table_health.analyzed_at is 'When it was last analyzed; null: never.';
comment on column corkboard_ops.table_health."table" is 'The name of the table.';
