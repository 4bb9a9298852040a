-- Asking PostgreSQL to use it costs nothing; its list of all of them is read from hundreds of files. Browsers and Node do
-- not know the abbreviations and offsets that it takes besides the names.
create or replace function corkboard.check_time_zone(p_field text, p_zone text) returns void
language plpgsql strict
as $$
begin
  if p_zone !~ '^(UTC|[A-Z][A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$' then
    raise invalid_parameter_value;
  end if;
  perform clock_timestamp() at time zone p_zone;
exception when invalid_parameter_value then
  perform corkboard.refuse_value(p_field, 'must be a time zone, like Europe/Berlin');
end
$$;
comment on function corkboard.check_time_zone(text, text) is 'Refuses with validation what is no name of a time zone in the IANA database.';
