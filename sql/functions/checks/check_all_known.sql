create or replace function corkboard.check_all_known(p_field text, p_names text[], p_known text[]) returns void
language plpgsql strict
as $$
begin
  if not p_names <@ p_known then
    perform corkboard.reject_field(p_field, format('must name %s out of %s', p_field, array_to_string(p_known, ', ')));
  end if;
end
$$;
comment on function corkboard.check_all_known(text, text[], text[]) is
  'Rejects with validation a list with a value that is not known.';
