-- Nothing is missed that a person has turned on again in the meantime. The owner is told all the same: it was off.
create or replace function corkboard.finish_disabling(p_workspace uuid, p_endpoint uuid)
returns table ("ownerEmail" text, "workspaceName" text, "endpointId" uuid, host text, missed integer, "lastOutcome" text)
language plpgsql
as $$
declare
  v_endpoint corkboard.webhook_endpoints;
  v_missed integer := 0;
begin
  perform corkboard.lock_workspace(p_workspace);
  select * into v_endpoint from corkboard.webhook_endpoints e where e.workspace_id = p_workspace and e.id = p_endpoint;
  if v_endpoint.disabled_at is not null then
    v_missed := corkboard.miss_waiting(p_workspace, p_endpoint);
  end if;
  return query
  select w.owner_email, w.name, v_endpoint.id, corkboard.host_of(v_endpoint.url), v_missed,
         (select a.outcome || coalesce(' ' || a.status_code, '')
            from corkboard.webhook_attempts a
            join corkboard.webhook_deliveries d on d.workspace_id = a.workspace_id and d.id = a.delivery_id
           where d.workspace_id = p_workspace and d.endpoint_id = p_endpoint and a.outcome <> 'succeeded'
           order by a.attempted_at desc
           limit 1)
    from corkboard.workspaces w
   where w.id = p_workspace and v_endpoint.id is not null;
end
$$;
comment on function corkboard.finish_disabling(uuid, uuid) is
  'Makes what waits for an endpoint that was turned off missed, and answers what its workspace''s owner is told; nothing where the endpoint was removed.';
