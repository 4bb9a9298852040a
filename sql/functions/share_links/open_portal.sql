create or replace function corkboard.open_portal(p_workspace uuid, p_client uuid) returns corkboard.client_portals
language plpgsql
as $$
declare
  v_portal corkboard.client_portals;
begin
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.require_record(null::corkboard.clients, p_workspace, p_client, 'client');
  insert into corkboard.client_portals (workspace_id, client_id) values (p_workspace, p_client)
  on conflict (workspace_id, client_id) do nothing
  returning * into v_portal;
  if found then
    perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'portal.opened', 'client', p_client);
  else
    select * into v_portal from corkboard.client_portals p where p.workspace_id = p_workspace and p.client_id = p_client;
  end if;
  return v_portal;
end
$$;
comment on function corkboard.open_portal(uuid, uuid) is
  'Makes the portal of a client, unless it has one. Rejects with not_found.';
