create or replace function corkboard.submit_intake(p_workspace uuid, p_project uuid, p_answers json) returns corkboard.intakes
language plpgsql
as $$
declare
  v_now timestamptz;
  v_project corkboard.projects;
  v_intake corkboard.intakes;
begin
  perform corkboard.check_required('answers', p_answers);
  perform corkboard.check_answers('answers', p_answers);
  perform corkboard.lock_workspace(p_workspace);
  v_project := corkboard.find_project(p_workspace, p_project);
  perform corkboard.reject_conflict(corkboard.intake_submission_conflict(p_workspace, p_project));
  v_now := clock_timestamp();
  update corkboard.intakes i set answers = p_answers, submitted_at = v_now
   where i.workspace_id = p_workspace and i.project_id = p_project
  returning * into v_intake;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'intake.submitted', 'intake', v_intake.id);
  perform corkboard.emit_event(p_workspace, 'intake.submitted', (
    select row_to_json(d) from (select
      v_project.id as "projectId",
      v_project.name as "projectName",
      corkboard.client_name(v_project) as "clientName",
      corkboard.iso(v_intake.submitted_at) as "submittedAt") d));
  perform corkboard.notify_members(p_workspace, 'intake_submitted', 'intake.submitted', array[v_project.id]);
  return v_intake;
end
$$;
comment on function corkboard.submit_intake(uuid, uuid, json) is
  'Stores the client''s intake answers. Rejects with validation, not_found, conflict (already submitted). Emits intake.submitted and notifies members.';
