-- By default autovacuum visits a table when a fifth of its rows are dead, and analyzes it when a tenth changed. On tables
-- with millions of rows of which the latest are read, that is too late: their index-only scans look at every row until a
-- vacuum says that all may see it, and the statistics are of weeks ago.
alter table corkboard.webhook_deliveries set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table corkboard.webhook_attempts set (
  autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
alter table corkboard.audit_log set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table corkboard.idempotency_keys set (autovacuum_vacuum_scale_factor = 0.05);
