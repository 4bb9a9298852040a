create or replace function corkboard.log_revision(
  p_caller corkboard.caller, p_project uuid, p_description text, p_classify boolean default false, p_endpoint boolean default false,
  out revision corkboard.revisions, out rounds_used integer, out rounds_included integer, out unclassified text
)
language plpgsql
as $$
declare
  v_project corkboard.projects;
begin
  perform
    corkboard.check_required('description', p_description),
    corkboard.check_text('description', p_description, 5000);
  v_project := corkboard.find_project(p_caller.workspace_id, p_project);
  perform corkboard.count_monthly_write(p_caller);
  select coalesce(max(r.round_number), 0) + 1 into rounds_used from corkboard.revisions r
   where r.workspace_id = p_caller.workspace_id and r.project_id = p_project;
  select s.revision_rounds into rounds_included from corkboard.scopes s
   where s.workspace_id = p_caller.workspace_id and s.project_id = p_project;
  if p_classify then
    unclassified := case when p_endpoint then corkboard.classification_blocker(p_caller.workspace_id) else 'not_configured' end;
  end if;
  insert into corkboard.revisions as r (workspace_id, project_id, round_number, description, created_via, classify)
  values (p_caller.workspace_id, p_project, rounds_used, p_description, p_caller.via, p_classify and unclassified is null)
  returning r.* into revision;
  if revision.classify then
    perform corkboard.enqueue_job('classify_revision', p_caller.workspace_id, revision.id);
  end if;
  perform corkboard.record_audit(p_caller, 'revision.logged', 'revision', revision.id);
  perform corkboard.emit_event(p_caller.workspace_id, 'revision.logged', (
    select row_to_json(d) from (select
      revision.id as "revisionId",
      v_project.id as "projectId",
      v_project.name as "projectName",
      corkboard.client_name(v_project) as "clientName",
      revision.round_number as "roundNumber",
      rounds_included + corkboard.change_order_rounds(v_project) as "roundsAllowed",
      revision.description as "description",
      corkboard.iso(revision.logged_at) as "loggedAt") d));
end
$$;
comment on function corkboard.log_revision(corkboard.caller, uuid, text, boolean, boolean) is
  'Logs the project''s next revision round. rounds_included is null if the project has no scope. p_classify requests a classification, and p_endpoint says whether an endpoint for it is configured; unclassified says why none was requested (null: the job was added, or none was wanted). Rejects with validation, not_found, plan_limit (allowance). Emits revision.logged.';
