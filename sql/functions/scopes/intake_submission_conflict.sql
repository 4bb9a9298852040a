create or replace function corkboard.intake_submission_conflict(p_workspace uuid, p_project uuid) returns text
language plpgsql stable
as $$
begin
  return (
    select 'The intake of this project is submitted already.' from corkboard.intakes i
     where i.workspace_id = p_workspace and i.project_id = p_project and i.submitted_at is not null);
end
$$;
comment on function corkboard.intake_submission_conflict(uuid, uuid) is
  'Why the intake of a project can''t be submitted; null if it can.';
