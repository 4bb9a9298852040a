create or replace function corkboard.unarchive_client(p_workspace uuid, p_client uuid) returns corkboard.clients
language plpgsql
as $$
declare
  v_client corkboard.clients;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_client := corkboard.require_record(null::corkboard.clients, p_workspace, p_client, 'client');
  if v_client.archived_at is null then
    perform corkboard.reject('conflict', 'This client is not archived.');
  end if;
  update corkboard.clients c set archived_at = null
   where c.workspace_id = p_workspace and c.id = p_client
  returning * into v_client;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'client.unarchived', 'client', p_client);
  return v_client;
end
$$;
comment on function corkboard.unarchive_client(uuid, uuid) is
  'Puts an archived client back into the console''s list. Rejects with not_found, conflict (not archived).';
