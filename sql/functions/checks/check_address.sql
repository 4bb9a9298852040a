create or replace function corkboard.check_address(
  p_address_lines text, p_postal_code text, p_city text, p_region text, p_country text
) returns void
language plpgsql
as $$
declare
  c_max_lines constant integer := 3;
begin
  perform corkboard.check_text('addressLines', p_address_lines, 500);
  if cardinality(string_to_array(p_address_lines, E'\n')) > c_max_lines then
    perform corkboard.reject_field('addressLines', format('must be at most %s lines', c_max_lines));
  end if;
  perform corkboard.check_line('postalCode', p_postal_code, 20);
  perform corkboard.check_line('city', p_city, 200);
  perform corkboard.check_line('region', p_region, 200);
  perform corkboard.check_country('country', p_country);
end
$$;
comment on function corkboard.check_address(text, text, text, text, text) is
  'Rejects with validation the fields of an address that a document could not show: blank, too long, of too many lines, or with a country that is no code.';
