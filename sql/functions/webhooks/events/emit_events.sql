-- The only function that emits events: in the transaction of the change, it adds a delivery for every endpoint that
-- subscribes, and the job that sends it. Row by row, because there is mostly one event for one endpoint, and because Citus
-- inserts the rows of a query with COPY, which row-level security doesn't allow.
create or replace function corkboard.emit_events(p_event text, p_inputs corkboard.event_input[]) returns void
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_input corkboard.event_input;
  v_has_webhooks boolean;
  v_endpoint record;
  v_delivery corkboard.webhook_deliveries;
  v_pending corkboard.webhook_deliveries[];
begin
  foreach v_input in array p_inputs loop
    v_has_webhooks := null;
    for v_endpoint in
      -- The share lock keeps the endpoint from being removed before its delivery is inserted.
      select e.id, e.disabled_at is null as is_on from corkboard.webhook_endpoints e
       where e.workspace_id = v_input.workspace_id and p_event = any (e.events) and e.removed_at is null
       order by e.id
         for key share
    loop
      v_has_webhooks := coalesce(v_has_webhooks, (corkboard.workspace_plan(v_input.workspace_id)).webhooks);
      exit when not v_has_webhooks;
      insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, status, due_at, settled_at)
      values (v_input.workspace_id, v_endpoint.id, p_event, v_input.data,
              case when v_endpoint.is_on then 'pending' else 'missed' end,
              case when v_endpoint.is_on then v_now end,
              case when not v_endpoint.is_on then v_now end)
      returning * into v_delivery;
      if v_endpoint.is_on then
        v_pending := v_pending || v_delivery;
      end if;
    end loop;
  end loop;
  if v_pending is not null then
    perform corkboard.enqueue_attempts(v_pending);
  end if;
end
$$;
comment on function corkboard.emit_events(text, corkboard.event_input[]) is
  'Adds a delivery for every endpoint that subscribes to the event: pending with its job, or missed if the endpoint is disabled. Does nothing while the workspace''s plan has no webhooks.';
