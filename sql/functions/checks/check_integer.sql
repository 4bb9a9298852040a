create or replace function corkboard.check_integer(p_field text, p_value jsonb, p_least bigint, p_most bigint) returns void
language plpgsql
as $$
begin
  if p_value is null or jsonb_typeof(p_value) = 'null' then
    return;
  end if;
  if jsonb_typeof(p_value) <> 'number' or p_value::text !~ '^-?[0-9]{1,15}$' then
    perform corkboard.reject_field(p_field, 'must be a whole number');
  end if;
  perform corkboard.check_range(p_field, p_value::text::bigint, p_least, p_most);
end
$$;
comment on function corkboard.check_integer(text, jsonb, bigint, bigint) is
  'Rejects with validation anything but a whole number within its bounds.';
