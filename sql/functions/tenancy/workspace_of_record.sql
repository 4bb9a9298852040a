create or replace function corkboard.workspace_of_record(p_record uuid) returns uuid
language plpgsql stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform corkboard.check_no_workspace_entered();
  return (
    select w.id from corkboard.workspaces w where w.id = p_record
    union all select r.workspace_id from corkboard.members r where r.id = p_record
    union all select r.workspace_id from corkboard.api_keys r where r.id = p_record
    union all select r.workspace_id from corkboard.clients r where r.id = p_record
    union all select r.workspace_id from corkboard.projects r where r.id = p_record
    union all select r.workspace_id from corkboard.invoices r where r.id = p_record
    union all select r.workspace_id from corkboard.payments r where r.id = p_record
    union all select r.workspace_id from corkboard.inquiries r where r.id = p_record
    union all select r.workspace_id from corkboard.webhook_endpoints r where r.id = p_record
    union all select r.workspace_id from corkboard.webhook_deliveries r where r.id = p_record
    limit 1);
end
$$;
comment on function corkboard.workspace_of_record(uuid) is
  'The workspace of a record that the operator names by id alone: a workspace (itself), member, key, client, project, invoice, payment, inquiry, endpoint or delivery; null if there is none.';
