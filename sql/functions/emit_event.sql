-- The one place where an event begins: a delivery for every endpoint that subscribed to it, and the job
-- that sends it, in the transaction of what caused it. Adding a job notifies the workers, and commits
-- that notify wait for each other across the whole server, so where nobody subscribed there is no job.
create or replace function corkboard.emit_event(p_workspace uuid, p_event text, p_data json) returns void
language plpgsql
as $$
declare
  v_endpoint record;
  v_delivery uuid;
begin
  for v_endpoint in
    select e.id, e.disabled_at from corkboard.webhook_endpoints e
     where e.workspace_id = p_workspace and p_event = any (e.events)
     order by e.id
  loop
    insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, status)
    values (p_workspace, v_endpoint.id, p_event, p_data, case when v_endpoint.disabled_at is null then 'pending' else 'missed' end)
    returning id into v_delivery;
    if v_endpoint.disabled_at is null then
      perform graphile_worker.add_job('attempt_delivery',
        json_build_object('workspaceId', p_workspace, 'deliveryId', v_delivery));
    end if;
  end loop;
end
$$;
comment on function corkboard.emit_event(uuid, text, json) is
  'Records an event for every endpoint of the workspace that subscribed to it: a pending delivery and its job, or a missed one where the endpoint is off. data: the event''s fields in their specified order.';
