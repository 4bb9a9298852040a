create or replace function corkboard.add_to_project_count(p_workspace uuid, p_status text, p_stage text, p_delta bigint)
returns void
language plpgsql
as $$
begin
  insert into corkboard.project_counts as c (workspace_id, status, stage, projects)
  values (p_workspace, p_status, p_stage, p_delta)
  on conflict (workspace_id, status, stage) do update set projects = c.projects + excluded.projects;
end
$$;
comment on function corkboard.add_to_project_count(uuid, text, text, bigint) is 'Adds to project_counts.';
