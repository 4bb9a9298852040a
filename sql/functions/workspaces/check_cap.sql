create or replace function corkboard.check_cap(p_workspace uuid, p_records text, p_more bigint) returns void
language plpgsql
as $$
declare
  v_plan constant corkboard.plans := corkboard.workspace_plan(p_workspace);
  v_most integer := v_plan.clients;
  v_count bigint;
  v_remedy text := 'Move a client to the trash';
begin
  if p_records = 'clients' then
    v_count := corkboard.client_count(p_workspace);
  else
    v_most := v_plan.active_projects;
    v_count := corkboard.active_project_count(p_workspace);
    v_remedy := 'Complete or archive a project';
  end if;
  if v_most <= v_count then
    perform corkboard.reject('plan_limit', format(
      'The %s plan allows %s %s, and this workspace has them all. %s or change the plan.', v_plan.name, v_most, p_records, v_remedy));
  elsif v_most < v_count + p_more then
    perform corkboard.reject('plan_limit', format(
      'The %s plan allows %s %s, and this workspace has %s: %s more are too many. Change the plan.',
      v_plan.name, v_most, p_records, v_count, p_more));
  end if;
end
$$;
comment on function corkboard.check_cap(uuid, text, bigint) is
  'Rejects with plan_limit if the plan doesn''t allow this many more records: clients, or active projects. Call it with the workspace locked.';
