-- Asks PostgreSQL to use the time zone, which is cheap; listing all zones reads hundreds of files. PostgreSQL also
-- accepts abbreviations, offsets after any word (Here/Now+5), and the zones under posix/ and right/. Browsers and Node
-- do not know these, so they are rejected.
create or replace function corkboard.check_time_zone(p_field text, p_zone text) returns void
language plpgsql strict
as $$
begin
  if p_zone !~ '^(UTC|Etc/GMT(0|[+-][0-9]|[+-]1[0-2]|-1[34])|[A-Z][A-Za-z_]+(/[A-Za-z_-]+)+)$'
     or p_zone ~* '^(posix|right)/' then
    raise invalid_parameter_value;
  end if;
  perform clock_timestamp() at time zone p_zone;
exception when invalid_parameter_value then
  perform corkboard.reject_field(p_field, 'must be a time zone, like Europe/Berlin');
end
$$;
comment on function corkboard.check_time_zone(text, text) is
  'Rejects with validation anything but the name of an IANA time zone.';
