create or replace function corkboard.check_project_cap(p_workspace uuid) returns void
language plpgsql
as $$
declare
  v_plan corkboard.plans;
begin
  v_plan := corkboard.workspace_plan(p_workspace);
  if v_plan.active_projects <= corkboard.active_project_count(p_workspace) then
    perform corkboard.reject('plan_limit', format(
      'The %s plan allows %s active projects, and this workspace has them all. Complete or archive a project or change the plan.',
      v_plan.name, v_plan.active_projects));
  end if;
end
$$;
comment on function corkboard.check_project_cap(uuid) is
  'Rejects with plan_limit if the plan allows no more active projects. Call it with the workspace locked.';
