create or replace function corkboard.check_known_columns(p_changes jsonb, p_required text[], p_optional text[] default '{}') returns void
language plpgsql
as $$
declare
  v_column text;
  v_rule text;
begin
  select c.key, case when c.key = any (p_required) then 'is required' else 'is not a known field' end into v_column, v_rule
    from jsonb_each(p_changes) c
   where c.key <> all (p_required || p_optional) or c.key = any (p_required) and c.value = 'null' limit 1;
  if found then
    perform corkboard.reject_field(corkboard.field_name(v_column), v_rule);
  end if;
end
$$;
comment on function corkboard.check_known_columns(jsonb, text[], text[]) is
  'Rejects with validation changes to unknown columns, and null for those that are required.';
