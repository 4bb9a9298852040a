-- A workspace's time zone was checked when it was set, but a database that moved to another server may meet a PostgreSQL
-- that does not know it. Then its days are UTC's, as its pages write times in UTC (src/formatting/locale.ts). An error
-- would stop the overdue check of every workspace.
create or replace function corkboard.valid_time_zone(p_zone text) returns text
language plpgsql stable strict
as $$
begin
  perform timestamptz 'epoch' at time zone p_zone;
  return p_zone;
exception when invalid_parameter_value then
  return 'UTC';
end
$$;
comment on function corkboard.valid_time_zone(text) is 'The time zone, or UTC if PostgreSQL does not know it.';
