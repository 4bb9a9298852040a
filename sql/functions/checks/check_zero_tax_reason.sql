create or replace function corkboard.check_zero_tax_reason(p_field text, p_reason text) returns void
language plpgsql strict
as $$
begin
  perform corkboard.check_one_of(p_field, p_reason, '{small_business,reverse_charge,services_outside_eu,export,exempt,zero_rated}');
end
$$;
comment on function corkboard.check_zero_tax_reason(text, text) is
  'Rejects with validation anything but a reason why a line at a rate of 0 is not taxed.';
