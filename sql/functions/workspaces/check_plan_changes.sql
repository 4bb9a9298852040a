create or replace function corkboard.check_plan_changes(p_name text, p_changes jsonb) returns void
language plpgsql strict
as $$
declare
  c_caps constant text[] := '{clients,active_projects,seats,monthly_writes}';
  c_features constant text[] := '{api,webhooks,classification}';
  c_most constant integer := 2147483647;
  v_column text;
  v_value jsonb;
  v_type text;
begin
  if p_name !~ '^[a-z0-9][a-z0-9_-]{0,62}$' then
    perform corkboard.reject_field('name', 'must be at most 63 small letters, digits, hyphens and underscores');
  end if;
  for v_column, v_value in select c.key, c.value from jsonb_each(p_changes) c loop
    v_type := jsonb_typeof(v_value);
    if v_column = any (c_caps) then
      if v_type <> 'null' and (v_type <> 'number' or v_value::text !~ '^[0-9]{1,10}$' or v_value::text::numeric > c_most) then
        perform corkboard.reject_field(v_column, format('must be a whole number up to %s, or null for no cap', c_most));
      end if;
    elsif v_column = any (c_features) then
      perform corkboard.check_one_of(v_column, v_value::text, '{true,false}');
    else
      perform corkboard.reject_field(v_column, 'is not a known field');
    end if;
  end loop;
end
$$;
comment on function corkboard.check_plan_changes(text, jsonb) is
  'Rejects with validation an invalid plan name, unknown columns and invalid values.';
