-- Runs as the owner, because the service's role may not see other roles' transactions. The owner needs pg_read_all_stats for
-- that too; hidden_sessions says how many sessions it could not look into.
create or replace function corkboard.database_health(
  out oldest_transaction_seconds double precision, out oldest_snapshot_seconds double precision,
  out oldest_snapshot_transactions bigint, out hidden_sessions integer
)
language sql stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select
    coalesce(extract(epoch from greatest(t.open_for, p.open_for)), 0),
    coalesce(extract(epoch from greatest(t.held_for, p.open_for)), 0),
    coalesce(greatest(t.held_transactions, p.held_transactions, r.held_transactions), 0),
    (select count(*) from pg_stat_activity a where a.datname = current_database() and a.backend_type is null)
  from (select max(t.open_for) as open_for, max(t.open_for) filter (where t.holds_back_vacuum) as held_for,
               max(t.held_transactions) as held_transactions
          from corkboard_ops.open_transactions t) t
  cross join (
    select max(now() - p.prepared) as open_for, max(age(p.transaction)) as held_transactions
      from pg_prepared_xacts p where p.database = current_database()) p
  -- Standbys that report what their queries need, and replication slots, hold rows back without a transaction here.
  cross join (
    select max(greatest(age(r.xmin), age(r.catalog_xmin))) as held_transactions from (
      select s.xmin, s.catalog_xmin from pg_replication_slots s
      union all select s.backend_xmin, null from pg_stat_replication s) r) r
$$;
comment on function corkboard.database_health() is
  'For how long the oldest transaction is open, for how long the oldest snapshot may have been held that keeps vacuum from removing rows, how many transactions have begun since, and how many sessions of other roles can''t be seen.';
