create or replace function corkboard.trash_client(p_workspace uuid, p_client uuid, p_links text default null) returns corkboard.clients
language plpgsql
as $$
declare
  v_now timestamptz;
  v_client corkboard.clients;
begin
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.require_record(null::corkboard.clients, p_workspace, p_client, 'client');
  perform corkboard.check_open_links(p_workspace, p_client, null, p_links);
  v_now := clock_timestamp();
  update corkboard.clients c set trashed_at = v_now
   where c.workspace_id = p_workspace and c.id = p_client
  returning * into v_client;
  update corkboard.projects p set trashed_at = v_client.trashed_at
   where p.workspace_id = p_workspace and p.client_id = p_client and p.trashed_at is null;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'client.trashed', 'client', p_client);
  return v_client;
end
$$;
comment on function corkboard.trash_client(uuid, uuid, text) is
  'Moves a client and its projects to the trash. p_links is of the open invoices that the caller saw (open_invoice_links; null: any). Rejects with not_found, conflict (these were changed since).';
