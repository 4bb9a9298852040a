create or replace function corkboard.restore_client(p_workspace uuid, p_client uuid) returns corkboard.clients
language plpgsql
as $$
declare
  v_before corkboard.clients;
  v_client corkboard.clients;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_before := corkboard.require_record(null::corkboard.clients, p_workspace, p_client, 'client', true);
  if v_before.erased_at is not null then
    perform corkboard.reject('conflict', 'This client was erased, and can''t be restored.');
  end if;
  if v_before.trashed_at is null then
    perform corkboard.reject('conflict', 'This client is not in the trash.');
  end if;
  perform corkboard.check_cap(p_workspace, 'clients', 1);
  update corkboard.clients c set trashed_at = null
   where c.workspace_id = p_workspace and c.id = p_client
  returning * into v_client;
  -- Projects that were trashed with the client have its trashed_at (trash_client). Others were trashed before it.
  perform corkboard.restore_projects(p_workspace, array(
    select p.id from corkboard.projects p
     where p.workspace_id = p_workspace and p.client_id = p_client and p.trashed_at = v_before.trashed_at));
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'client.restored', 'client', p_client);
  return v_client;
end
$$;
comment on function corkboard.restore_client(uuid, uuid) is
  'Takes a client out of the trash, with the projects that went there with it. Rejects with not_found, conflict (not in the trash, or erased), plan_limit (clients, active projects).';
