create or replace function corkboard.replay_delivery(p_workspace uuid, p_delivery uuid) returns corkboard.webhook_deliveries
language plpgsql
as $$
declare
  v_delivery corkboard.webhook_deliveries;
begin
  perform corkboard.lock_workspace(p_workspace);
  select * into v_delivery from corkboard.lock_deliveries(p_workspace, array[p_delivery]);
  if not found then
    perform corkboard.reject('not_found', 'No delivery with this id.');
  end if;
  perform corkboard.check_plan_has_webhooks(p_workspace);
  perform corkboard.check_not_suspended(p_workspace);
  perform corkboard.check_endpoint_enabled(p_workspace, v_delivery.endpoint_id);
  if v_delivery.status = 'pending' then
    perform corkboard.reject('conflict', 'The delivery is still being tried.');
  end if;
  v_delivery := (corkboard.restart_schedules(p_workspace, array[p_delivery]))[1];
  perform corkboard.enqueue_attempts(array[v_delivery]);
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'delivery.replayed', 'delivery', p_delivery);
  return v_delivery;
end
$$;
comment on function corkboard.replay_delivery(uuid, uuid) is
  'Sends a delivery again now, on a new retry schedule: same id and body, new signature. Rejects with not_found, plan_limit (the plan has no webhooks), conflict (still pending, endpoint disabled, workspace suspended).';
