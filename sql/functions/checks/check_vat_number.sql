-- The form only: src/vocabulary/identifiers.ts checks what people type by the rules of its country, check digits included.
create or replace function corkboard.check_vat_number(p_field text, p_number text) returns void
language plpgsql strict
as $$
begin
  perform corkboard.check_form(p_field, p_number, 30, '^(?=.*[0-9])[A-Z]{2}[A-Z0-9+*]{2,28}$',
    'must be a VAT number with its country prefix, like DE136695976');
end
$$;
comment on function corkboard.check_vat_number(text, text) is
  'Rejects with validation anything but the form of a VAT number: a country''s prefix, then letters and digits, without spaces.';
