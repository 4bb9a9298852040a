create or replace function corkboard.records_of_client(p_workspace uuid, p_client uuid, p_projects uuid[]) returns uuid[]
language plpgsql stable
as $$
begin
  return array(
    select p_client
    union all select unnest(p_projects)
    union all select r.id from corkboard.intakes r where r.workspace_id = p_workspace and r.project_id = any (p_projects)
    union all select r.id from corkboard.scopes r where r.workspace_id = p_workspace and r.project_id = any (p_projects)
    union all select r.id from corkboard.agreements r where r.workspace_id = p_workspace and r.project_id = any (p_projects)
    union all select r.id from corkboard.change_orders r where r.workspace_id = p_workspace and r.project_id = any (p_projects)
    union all select r.id from corkboard.change_order_proposals r where r.workspace_id = p_workspace and r.project_id = any (p_projects)
    union all select r.id from corkboard.scope_change_requests r where r.workspace_id = p_workspace and r.project_id = any (p_projects)
    union all select r.id from corkboard.revisions r where r.workspace_id = p_workspace and r.project_id = any (p_projects)
    union all select r.id from corkboard.time_entries r where r.workspace_id = p_workspace and r.project_id = any (p_projects)
    union all select r.id from corkboard.notes r where r.workspace_id = p_workspace and r.project_id = any (p_projects)
    union all select r.id from corkboard.invoices r where r.workspace_id = p_workspace and r.project_id = any (p_projects)
    union all select r.id from corkboard.inquiries r where r.workspace_id = p_workspace and r.client_id = p_client);
end
$$;
comment on function corkboard.records_of_client(uuid, uuid, uuid[]) is
  'The ids of a client, of these projects of the client, and of all their records, with the inquiries that became them.';
