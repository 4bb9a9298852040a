create or replace function corkboard.check_known_columns(p_changes jsonb, p_known text[]) returns void
language plpgsql
as $$
declare
  v_column text;
begin
  select c.name into v_column from jsonb_object_keys(p_changes) c (name) where not c.name = any (p_known) limit 1;
  if found then
    perform corkboard.reject_field(corkboard.field_name(v_column), 'is not a known field');
  end if;
end
$$;
comment on function corkboard.check_known_columns(jsonb, text[]) is
  'Rejects with validation changes to unknown columns.';
