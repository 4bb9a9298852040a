create or replace function corkboard.set_plan(p_name text, p_changes jsonb default '{}') returns corkboard.plans
language plpgsql
as $$
declare
  v_plan corkboard.plans;
begin
  perform corkboard.check_plan_changes(p_name, p_changes);
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
