create or replace function corkboard.set_project(
  p_workspace uuid, p_project uuid, p_status text default null, p_stage text default null
) returns corkboard.projects
language plpgsql
as $$
declare
  v_before corkboard.projects;
  v_project corkboard.projects;
begin
  perform corkboard.check_one_of('status', p_status, '{active,paused,completed,archived}');
  perform corkboard.check_one_of('stage', p_stage, '{lead,scoping,active,delivered,paid,completed}');
  perform corkboard.lock_workspace(p_workspace);
  v_before := corkboard.find_project(p_workspace, p_project);
  update corkboard.projects p set status = coalesce(p_status, p.status), stage = coalesce(p_stage, p.stage)
   where p.workspace_id = p_workspace and p.id = p_project
  returning * into v_project;
  if v_project is distinct from v_before then
    perform corkboard.record_audit((p_workspace, 'app', 'operator'), 'project.changed', 'project', p_project);
  end if;
  return v_project;
end
$$;
comment on function corkboard.set_project(uuid, uuid, text, text) is
  'Sets status and stage; null leaves as it is. The plan''s cap holds for new projects only. Refuses with validation, not_found.';
