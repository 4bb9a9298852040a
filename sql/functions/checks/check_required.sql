-- The API's writes make their checks in one statement: separate statements would cost ten times as much as the checks.
create or replace function corkboard.check_required(p_field text, p_value anyelement) returns void
language plpgsql
as $$
begin
  if p_value is null then
    perform corkboard.reject_field(p_field, 'is required');
  end if;
end
$$;
comment on function corkboard.check_required(text, anyelement) is
  'Rejects a null value with validation. The other checks accept null.';
