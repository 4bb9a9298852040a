create or replace function corkboard.set_plan(p_name text, p_changes jsonb default '{}') returns corkboard.plans
language plpgsql
as $$
declare
  c_caps constant text[] := '{clients,active_projects,seats,monthly_writes}';
  c_features constant text[] := '{api,webhooks,classification}';
  c_max constant integer := 2147483647;
  v_column text;
  v_value jsonb;
  v_type text;
  v_plan corkboard.plans;
begin
  if p_name !~ '^[a-z0-9][a-z0-9_-]{0,62}$' then
    perform corkboard.reject_field('name', 'must be at most 63 small letters, digits, hyphens and underscores');
  end if;
  for v_column, v_value in select c.key, c.value from jsonb_each(p_changes) c loop
    v_type := jsonb_typeof(v_value);
    if v_column = any (c_caps) then
      if v_type <> 'null' and (v_type <> 'number' or v_value::text !~ '^[0-9]{1,10}$' or v_value::text::numeric > c_max) then
        perform corkboard.reject_field(v_column, format('must be a whole number up to %s, or null for no cap', c_max));
      end if;
    elsif v_column = any (c_features) then
      perform corkboard.check_one_of(v_column, v_value::text, '{true,false}');
    else
      perform corkboard.reject_field(v_column, 'is not a known field');
    end if;
  end loop;
  insert into corkboard.plans (name) values (p_name) on conflict (name) do nothing;
  select * into v_plan from corkboard.plans p where p.name = p_name for update;
  -- Columns that p_changes does not name keep their values; null removes a cap.
  v_plan := jsonb_populate_record(v_plan, p_changes);
  update corkboard.plans p
     set clients = v_plan.clients,
         active_projects = v_plan.active_projects,
         seats = v_plan.seats,
         monthly_writes = v_plan.monthly_writes,
         api = v_plan.api,
         webhooks = v_plan.webhooks,
         classification = v_plan.classification
   where p.name = p_name
  returning * into v_plan;
  return v_plan;
end
$$;
comment on function corkboard.set_plan(text, jsonb) is
  'Changes the given columns of a plan, as in {"seats": 20, "clients": null}; null removes a cap. A new name creates a plan with the table''s defaults and no caps. Takes effect with the next request. Rejects with validation.';
