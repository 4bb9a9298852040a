-- The only function that emits events: in the transaction of the change, it adds a delivery for every endpoint that
-- subscribes, and the job that sends it.
create or replace function corkboard.emit_events(p_event text, p_inputs corkboard.event_input[]) returns void
language plpgsql
as $$
declare
  v_deliveries corkboard.webhook_deliveries[];
begin
  with subscribed as (
    -- The share lock keeps the endpoint from being removed before its delivery is inserted.
    select h.workspace_id, h.data, h.ordinality, e.id, e.disabled_at is null as wanted
      from unnest(p_inputs) with ordinality h
      join corkboard.webhook_endpoints e on e.workspace_id = h.workspace_id and p_event = any (e.events) and e.removed_at is null
     where (corkboard.workspace_plan(h.workspace_id)).webhooks
       for key share of e),
  made as (
    insert into corkboard.webhook_deliveries as d (workspace_id, endpoint_id, event, data, status, due_at, settled_at)
    select s.workspace_id, s.id, p_event, s.data,
           case when s.wanted then 'pending' else 'missed' end,
           case when s.wanted then clock_timestamp() end,
           case when not s.wanted then clock_timestamp() end
      from subscribed s
     order by s.ordinality, s.id
    returning d)
  select array_agg(m.d order by (m.d).id) into v_deliveries from made m where (m.d).status = 'pending';
  perform corkboard.enqueue_attempts(v_deliveries);
end
$$;
comment on function corkboard.emit_events(text, corkboard.event_input[]) is
  'Adds a delivery for every endpoint that subscribes to the event: pending with its job, or missed if the endpoint is disabled. Does nothing while the workspace''s plan has no webhooks.';
