-- In hours, because a day of the session's time zone may have 23 of them.
create or replace function corkboard.delivery_kept_until(p_settled_at timestamptz) returns timestamptz
language sql immutable
as $$ select p_settled_at + corkboard.delivery_retention_days() * interval '24 hours' $$;
comment on function corkboard.delivery_kept_until(timestamptz) is
  'The earliest time at which a delivery that was settled at this time may be deleted; null for a pending one.';
