create or replace function corkboard.renew_share_link(p_workspace uuid, p_page text, p_record uuid, p_version integer default null) returns text
language plpgsql
as $$
declare
  v_token text := corkboard.new_share_token();
  v_action text := p_page || '.link_renewed';
  v_conflict text;
begin
  perform corkboard.check_required('page', p_page);
  perform corkboard.check_one_of('page', p_page, '{intake,scope,contract,invoice,change_order,portal,inquiry}');
  perform corkboard.lock_workspace(p_workspace);
  case p_page
    when 'intake' then
      perform corkboard.find_project(p_workspace, p_record);
      update corkboard.intakes i set token = v_token where i.workspace_id = p_workspace and i.project_id = p_record;
    when 'scope' then
      perform corkboard.find_project(p_workspace, p_record);
      update corkboard.scopes s set share_token = v_token where s.workspace_id = p_workspace and s.project_id = p_record;
    when 'contract' then
      perform corkboard.find_project(p_workspace, p_record);
      update corkboard.projects p set contract_token = v_token where p.workspace_id = p_workspace and p.id = p_record;
    when 'invoice' then
      perform corkboard.find_invoice(p_workspace, p_record);
      update corkboard.invoices i set share_token = v_token where i.workspace_id = p_workspace and i.id = p_record;
    when 'change_order' then
      perform corkboard.require_record(null::corkboard.change_order_proposals, p_workspace, p_record, 'change order');
      update corkboard.change_order_proposals o set share_token = v_token where o.workspace_id = p_workspace and o.id = p_record;
    when 'portal' then
      perform corkboard.require_record(null::corkboard.clients, p_workspace, p_record, 'client');
      update corkboard.client_portals l set token = v_token where l.workspace_id = p_workspace and l.client_id = p_record;
      v_conflict := case when not found then 'This client has no portal yet.' end;
    when 'inquiry' then
      update corkboard.inquiry_forms f set token = v_token where f.workspace_id = p_workspace and f.workspace_id = p_record;
      v_conflict := case when not found then 'This workspace has no inquiry form yet.' end;
  end case;
  perform corkboard.reject_conflict(v_conflict);
  perform corkboard.check_times_done(p_workspace, p_record, v_action, p_version, 'This link was replaced');
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), v_action,
    case p_page when 'invoice' then 'invoice' when 'change_order' then 'change_order_proposal' when 'portal' then 'client'
      when 'inquiry' then 'inquiry_form'
      else 'project' end, p_record);
  return v_token;
end
$$;
comment on function corkboard.renew_share_link(uuid, text, uuid, integer) is
  'Gives the intake, scope or contract of a project, an invoice, the proposal of a change order, the portal of a client, or the inquiry form of the workspace (whose id is p_record then), a new share link and returns its token. The previous link stops working. p_version is how often the link had been renewed when the caller saw it (null: any). Rejects with validation, not_found, conflict (renewed since; the client has no portal, the workspace no inquiry form).';
