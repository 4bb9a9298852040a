create or replace function corkboard.workspace_plan(p_workspace uuid) returns corkboard.plans
language plpgsql stable
as $$
declare
  v_plan corkboard.plans;
begin
  select p.* into v_plan from corkboard.workspaces w join corkboard.plans p on p.name = w.plan where w.id = p_workspace;
  return v_plan;
end
$$;
comment on function corkboard.workspace_plan(uuid) is 'The plan of the workspace.';
