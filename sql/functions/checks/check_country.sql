create or replace function corkboard.check_country(p_field text, p_country text) returns void
language plpgsql strict
as $$
begin
  if p_country !~ '^[A-Z]{2}$' then
    perform corkboard.reject_field(p_field, 'must be two uppercase letters (ISO 3166), like DE');
  end if;
end
$$;
comment on function corkboard.check_country(text, text) is
  'Rejects with validation anything but the form of a country''s code.';
