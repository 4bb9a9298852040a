create or replace function corkboard.add_project_of_inquiry(
  p_workspace uuid, p_inquiry uuid, p_client uuid, p_project_name text
) returns corkboard.inquiries
language plpgsql
as $$
declare
  v_actor constant corkboard.caller := corkboard.current_actor(p_workspace);
  v_now timestamptz;
  v_inquiry corkboard.inquiries;
  v_project corkboard.projects;
begin
  perform corkboard.check_line('projectName', p_project_name, 500);
  perform corkboard.lock_workspace(p_workspace);
  v_inquiry := corkboard.find_open_inquiry(p_workspace, p_inquiry);
  perform corkboard.require_record(null::corkboard.clients, p_workspace, p_client, 'client');
  v_project := corkboard.create_project(
    v_actor, p_client, coalesce(p_project_name, 'New project'), 'lead', v_inquiry.message, null, null,
    case when v_inquiry.answers::text <> '{}' then v_inquiry.answers end);
  v_now := clock_timestamp();
  update corkboard.inquiries i
     set converted_at = v_now, closed_by = v_actor.label, client_id = p_client, project_id = v_project.id
   where i.workspace_id = p_workspace and i.id = p_inquiry
  returning * into v_inquiry;
  perform corkboard.record_audit(v_actor, 'inquiry.converted', 'inquiry', p_inquiry);
  return v_inquiry;
end
$$;
comment on function corkboard.add_project_of_inquiry(uuid, uuid, uuid, text) is
  'Turns an inquiry into a project of a client (p_project_name null: New project): its message becomes the project''s notes, its answers those of the intake. Rejects with validation, not_found (inquiry, client), conflict (converted or dismissed), plan_limit (active projects). Emits no event.';
