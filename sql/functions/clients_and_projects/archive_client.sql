create or replace function corkboard.archive_client(p_workspace uuid, p_client uuid) returns corkboard.clients
language plpgsql
as $$
declare
  v_now timestamptz;
  v_client corkboard.clients;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_client := corkboard.require_record(null::corkboard.clients, p_workspace, p_client, 'client');
  if v_client.archived_at is not null then
    perform corkboard.reject('conflict', 'This client is archived already.');
  end if;
  v_now := clock_timestamp();
  update corkboard.clients c set archived_at = v_now
   where c.workspace_id = p_workspace and c.id = p_client
  returning * into v_client;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'client.archived', 'client', p_client);
  return v_client;
end
$$;
comment on function corkboard.archive_client(uuid, uuid) is
  'Leaves a client out of the console''s list. Nothing else about it changes: it still counts against the plan''s cap. Rejects with not_found, conflict (archived already).';
