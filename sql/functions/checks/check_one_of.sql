create or replace function corkboard.check_one_of(p_field text, p_value text, p_known text[]) returns void
language plpgsql strict
as $$
begin
  if not p_value = any (p_known) then
    perform corkboard.reject_field(p_field, format('must be one of %s', array_to_string(p_known, ', ')));
  end if;
end
$$;
comment on function corkboard.check_one_of(text, text, text[]) is
  'Rejects with validation a value that is not in the list.';
