create or replace function corkboard.check_range(p_field text, p_number bigint, p_least bigint, p_most bigint) returns void
language plpgsql strict
as $$
begin
  if p_number < p_least then
    perform corkboard.reject_field(p_field, format('must be at least %s', p_least));
  end if;
  if p_number > p_most then
    perform corkboard.reject_field(p_field, format('must be at most %s', p_most));
  end if;
end
$$;
comment on function corkboard.check_range(text, bigint, bigint, bigint) is
  'Rejects with validation a number outside its bounds.';
