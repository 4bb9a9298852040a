-- src/documents/payLink.ts has the same rules.
create or replace function corkboard.check_pay_link(p_field text, p_template text) returns void
language plpgsql strict
as $$
begin
  perform corkboard.check_form(p_field, p_template, 1000,
    '^https://([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?(:[0-9]{1,4})?([/?#][!#-;=?-[\]-~]*)?$',
    'must be a URL that begins with https://, like https://pay.example.com/{number}');
  if regexp_replace(p_template, '\{(number|amount|currency|reference)\}', '', 'g') ~ '[{}]' then
    perform corkboard.reject_field(p_field, 'may contain only the placeholders {number}, {amount}, {currency} and {reference}');
  end if;
end
$$;
comment on function corkboard.check_pay_link(text, text) is
  'Rejects with validation anything but an https URL of ASCII characters with the placeholders {number}, {amount}, {currency} and {reference} after the host.';
