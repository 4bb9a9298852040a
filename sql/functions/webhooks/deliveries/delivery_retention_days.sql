create or replace function corkboard.delivery_retention_days() returns integer
language sql immutable
as 'select 30';
comment on function corkboard.delivery_retention_days() is
  'How many days a delivery is kept after it succeeded, failed or was missed. prune_deliveries uses it, and pages and emails mention it.';
