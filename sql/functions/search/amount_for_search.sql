create or replace function corkboard.amount_for_search(p_minor_units bigint, p_currency text) returns text
language plpgsql immutable strict
as $$
declare
  -- As in src/formatting/amounts.ts.
  v_digits constant integer := case
    when p_currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF',
      'XOF', 'XPF') then 0
    when p_currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    when p_currency in ('CLF', 'UYW') then 4
    else 2 end;
  v_whole constant text := (p_minor_units / (10 ^ v_digits)::bigint)::text;
begin
  return v_whole || '.' || rtrim(lpad((p_minor_units % (10 ^ v_digits)::bigint)::text, v_digits, '0'), '0');
end
$$;
comment on function corkboard.amount_for_search(bigint, text) is
  'An amount as search_entries has it: in digits, with a point and without the zeros at the end, such as 8400.5 or 8400.';
