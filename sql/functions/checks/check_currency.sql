create or replace function corkboard.check_currency(p_field text, p_currency text) returns void
language plpgsql strict
as $$
begin
  if p_currency !~ '^[A-Z]{3}$' then
    perform corkboard.reject_field(p_field, 'must be three uppercase letters (ISO 4217), like USD');
  end if;
end
$$;
comment on function corkboard.check_currency(text, text) is
  'Rejects with validation anything that does not look like a currency code.';
