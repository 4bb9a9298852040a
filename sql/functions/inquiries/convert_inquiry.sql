create or replace function corkboard.convert_inquiry(
  p_workspace uuid, p_inquiry uuid, p_client_name text, p_project_name text
) returns corkboard.inquiries
language plpgsql
as $$
declare
  v_actor constant corkboard.caller := corkboard.current_actor(p_workspace);
  v_inquiry corkboard.inquiries;
  v_name text;
  v_client uuid;
begin
  perform corkboard.check_line('clientName', p_client_name, 500);
  perform corkboard.check_line('projectName', p_project_name, 500);
  perform corkboard.lock_workspace(p_workspace);
  v_inquiry := corkboard.find_open_inquiry(p_workspace, p_inquiry);
  perform corkboard.check_cap(p_workspace, 'clients', 1);
  v_name := coalesce(p_client_name, v_inquiry.company, v_inquiry.name);
  insert into corkboard.clients (workspace_id, name, email, company, contact_name, created_via)
  values (p_workspace, v_name, v_inquiry.email, nullif(v_inquiry.company, v_name), nullif(v_inquiry.name, v_name), v_actor.via)
  returning id into v_client;
  perform corkboard.record_audit(v_actor, 'client.created', 'client', v_client);
  return corkboard.add_project_of_inquiry(p_workspace, p_inquiry, v_client, p_project_name);
end
$$;
comment on function corkboard.convert_inquiry(uuid, uuid, text, text) is
  'Turns an inquiry into a client and a project of it (add_project_of_inquiry). p_client_name null: the company, otherwise the person. Rejects with validation, not_found, conflict (converted or dismissed), plan_limit (clients, active projects). Emits no event, client.created neither.';
