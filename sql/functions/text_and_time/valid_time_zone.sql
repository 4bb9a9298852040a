-- A workspace's time zone was validated when it was set, but the database may have moved to a PostgreSQL that does not
-- know it. Its days are then UTC's, and its pages show UTC (src/formatting/locale.ts). An error would stop the overdue
-- check of every workspace.
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
