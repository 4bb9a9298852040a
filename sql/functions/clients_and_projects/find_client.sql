create or replace function corkboard.find_client(p_workspace uuid, p_client uuid) returns corkboard.clients
language plpgsql stable
as $$
declare
  v_client corkboard.clients;
begin
  select * into v_client from corkboard.clients c
   where c.workspace_id = p_workspace and c.id = p_client and c.trashed_at is null;
  perform corkboard.check_found(v_client.id, 'client');
  return v_client;
end
$$;
comment on function corkboard.find_client(uuid, uuid) is
  'The client of this workspace, unless it is trashed. Rejects with not_found.';
