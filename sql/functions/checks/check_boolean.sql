create or replace function corkboard.check_boolean(p_field text, p_value jsonb) returns void
language plpgsql strict
as $$
begin
  if jsonb_typeof(p_value) <> 'boolean' then
    perform corkboard.reject_field(p_field, 'must be true or false');
  end if;
end
$$;
comment on function corkboard.check_boolean(text, jsonb) is 'Rejects with validation anything but true or false.';
