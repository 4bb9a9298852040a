create or replace function corkboard.check_plan_has_webhooks(p_workspace uuid) returns void
language plpgsql stable
as $$
declare
  v_plan corkboard.plans := corkboard.workspace_plan(p_workspace);
begin
  if not v_plan.webhooks then
    perform corkboard.reject('plan_limit', format('The %s plan does not include webhooks.', v_plan.name));
  end if;
end
$$;
comment on function corkboard.check_plan_has_webhooks(uuid) is
  'Rejects with plan_limit if the workspace''s plan has no webhooks.';
