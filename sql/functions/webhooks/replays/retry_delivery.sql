create or replace function corkboard.retry_delivery(p_workspace uuid, p_delivery uuid) returns corkboard.webhook_deliveries
language plpgsql
as $$
declare
  v_delivery corkboard.webhook_deliveries;
  v_due corkboard.webhook_deliveries[];
begin
  perform corkboard.lock_workspace(p_workspace);
  v_delivery := corkboard.require_record(null::corkboard.webhook_deliveries, p_workspace, p_delivery, 'delivery');
  perform corkboard.check_plan_has_webhooks(p_workspace);
  perform corkboard.check_not_suspended(p_workspace);
  perform corkboard.check_endpoint_enabled(p_workspace, v_delivery.endpoint_id);
  v_due := corkboard.make_due_now(p_workspace, array[p_delivery]);
  if cardinality(v_due) = 0 then
    -- An attempt may have settled it meanwhile.
    select * into v_delivery from corkboard.webhook_deliveries d where d.workspace_id = p_workspace and d.id = p_delivery;
    perform corkboard.reject('conflict', case when v_delivery.status = 'pending'
      then 'An attempt of the delivery is under way: wait for its result.'
      else format('The delivery is not waiting for an attempt: it %s. Replay it to send it again.',
                  case v_delivery.status when 'missed' then 'was missed' else v_delivery.status end) end);
  end if;
  perform corkboard.enqueue_attempts(v_due);
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'delivery.retried', 'delivery', p_delivery);
  return v_due[1];
end
$$;
comment on function corkboard.retry_delivery(uuid, uuid) is
  'Makes the next attempt of a pending delivery due now; it counts as one of the seven. Rejects with not_found, plan_limit (the plan has no webhooks), conflict (not pending, an attempt in progress, endpoint disabled, workspace suspended).';
