create or replace function corkboard.set_project(
  p_workspace uuid, p_project uuid, p_status text default null, p_stage text default null
) returns corkboard.projects
language sql
as $$
  select corkboard.change_project(p_workspace, p_project, jsonb_strip_nulls(jsonb_build_object('status', p_status, 'stage', p_stage)))
$$;
comment on function corkboard.set_project(uuid, uuid, text, text) is
  'Sets status and stage; null leaves as it is. For the other fields there is change_project. Refuses with validation, not_found.';
