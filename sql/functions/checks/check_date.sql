create or replace function corkboard.check_date(p_field text, p_date date) returns void
language plpgsql strict
as $$
begin
  if not p_date between '0001-01-01' and '9999-12-31' then
    perform corkboard.reject_field(p_field, 'must be in the years 0001 to 9999');
  end if;
end
$$;
comment on function corkboard.check_date(text, date) is
  'Rejects with validation a date outside the years 0001 to 9999.';
