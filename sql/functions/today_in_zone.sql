-- A workspace's time zone was checked when it was set, but a database that moved to another server may meet a PostgreSQL
-- that does not know it. Then its days are UTC's, as its pages write times in UTC (src/figures.ts). An error would
-- stop the overdue check of every workspace.
create or replace function corkboard.today_in_zone(p_zone text) returns date
language plpgsql stable
as $$
begin
  return (corkboard.clock() at time zone p_zone)::date;
exception when invalid_parameter_value then
  return corkboard.today();
end
$$;
comment on function corkboard.today_in_zone(text) is
  'The current date in a time zone; in UTC where PostgreSQL does not know the zone.';
