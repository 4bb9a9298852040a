create or replace function corkboard.restore_projects(p_workspace uuid, p_projects uuid[]) returns void
language plpgsql
as $$
declare
  v_plan corkboard.plans := corkboard.workspace_plan(p_workspace);
  v_active bigint;
begin
  with restored as (
    update corkboard.projects p set trashed_at = null
     where p.workspace_id = p_workspace and p.id = any (p_projects)
    returning p.status)
  select count(*) filter (where r.status = 'active') into v_active from restored r;
  -- Projects that are not active don't count, so they can be restored even if the workspace is over its cap.
  if v_active > 0 and v_plan.active_projects < corkboard.active_project_count(p_workspace) then
    perform corkboard.reject('plan_limit', format(
      'The %s plan allows %s active projects: restoring %s more would exceed that. Complete or archive projects or change the plan.',
      v_plan.name, v_plan.active_projects, v_active));
  end if;
end
$$;
comment on function corkboard.restore_projects(uuid, uuid[]) is
  'Takes projects out of the trash. For restore_client and restore_project, which hold the lock of the workspace. Rejects with plan_limit if there would be more active projects than the plan allows.';
