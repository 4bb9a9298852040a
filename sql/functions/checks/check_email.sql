-- Accepts local@domain as email can carry it without quotation marks: in any alphabet, with a dot in the domain, whose parts
-- neither begin nor end with a hyphen.
create or replace function corkboard.check_email(p_field text, p_email text) returns void
language plpgsql strict
as $$
declare
  c_sign constant text := '[^][@()<>:;,"\\[:space:][:cntrl:]]';
begin
  perform corkboard.check_text(p_field, p_email, 254);
  if p_email !~ format('^%1$s+@%1$s+$', c_sign) collate "und-x-icu" or p_email !~ '@[^-.]([^.]*[^-.])?(\.[^-.]([^.]*[^-.])?)+$' then
    perform corkboard.reject_field(p_field, 'must be an email address');
  end if;
end
$$;
comment on function corkboard.check_email(text, text) is 'Rejects with validation anything but an email address.';
