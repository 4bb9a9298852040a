create or replace function corkboard.find_project(p_workspace uuid, p_project uuid) returns corkboard.projects
language plpgsql stable
as $$
declare
  v_project corkboard.projects;
begin
  select * into v_project from corkboard.projects p
   where p.workspace_id = p_workspace and p.id = p_project and p.trashed_at is null;
  if not found then
    perform corkboard.reject('not_found', 'No project with this id in this workspace.');
  end if;
  return v_project;
end
$$;
comment on function corkboard.find_project(uuid, uuid) is
  'The project of this workspace, unless it is trashed. Rejects with not_found.';
