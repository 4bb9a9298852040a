create or replace function corkboard.check_client_cap(p_workspace uuid) returns void
language plpgsql
as $$
declare
  v_plan corkboard.plans;
begin
  v_plan := corkboard.workspace_plan(p_workspace);
  if v_plan.clients <= corkboard.client_count(p_workspace) then
    perform corkboard.reject('plan_limit', format(
      'The %s plan allows %s clients, and this workspace has them all. Move a client to the trash or change the plan.',
      v_plan.name, v_plan.clients));
  end if;
end
$$;
comment on function corkboard.check_client_cap(uuid) is
  'Rejects with plan_limit if the plan allows no more clients. Call it with the workspace locked.';
