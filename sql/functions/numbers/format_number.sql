create or replace function corkboard.format_number(p_format text, p_year integer, p_number bigint) returns text
language plpgsql immutable strict
as $$
declare
  v_digits constant text := p_number::text;
  v_width constant integer := coalesce(substring(p_format from '\{number:([1-9])\}')::integer, 1);
begin
  return regexp_replace(
    replace(p_format, '{year}', p_year::text), '\{number(:[1-9])?\}', lpad(v_digits, greatest(v_width, length(v_digits)), '0'));
end
$$;
comment on function corkboard.format_number(text, integer, bigint) is
  'A number as its format says: {year} is the year, {number:4} the number with at least 4 digits.';
