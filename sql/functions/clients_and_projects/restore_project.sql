create or replace function corkboard.restore_project(p_workspace uuid, p_project uuid) returns corkboard.projects
language plpgsql
as $$
declare
  v_project corkboard.projects;
  v_client corkboard.clients;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_project := corkboard.require_record(null::corkboard.projects, p_workspace, p_project, 'project', true);
  if v_project.trashed_at is null then
    perform corkboard.reject('conflict', 'This project is not in the trash.');
  end if;
  select * into v_client from corkboard.clients c where c.workspace_id = p_workspace and c.id = v_project.client_id;
  if v_client.erased_at is not null then
    perform corkboard.reject('conflict', 'The client of this project was erased, and the project with it.');
  end if;
  if v_client.trashed_at is not null then
    perform corkboard.reject('conflict', 'The client of this project is in the trash: restore the client first.');
  end if;
  perform corkboard.restore_projects(p_workspace, array[p_project]);
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'project.restored', 'project', p_project);
  return corkboard.find_project(p_workspace, p_project);
end
$$;
comment on function corkboard.restore_project(uuid, uuid) is
  'Takes a project out of the trash. Rejects with not_found, conflict (not in the trash, or its client is, or was erased), plan_limit (active projects).';
