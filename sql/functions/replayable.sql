-- Reads an index in its order, as miss_waiting does.
create or replace function corkboard.replayable(p_workspace uuid, p_endpoint uuid, p_since timestamptz) returns setof uuid
language sql stable
set enable_bitmapscan = off
as $$
  (select d.id from corkboard.webhook_deliveries d
    where d.workspace_id = p_workspace and d.endpoint_id = p_endpoint and d.status = 'missed'
    order by d.settled_at
    limit corkboard.deliveries_at_once())
  union all
  (select d.id from corkboard.webhook_deliveries d
    where d.workspace_id = p_workspace and d.endpoint_id = p_endpoint and d.status = 'failed' and d.settled_at > p_since
    order by d.settled_at
    limit corkboard.deliveries_at_once())
  limit corkboard.deliveries_at_once()
$$;
comment on function corkboard.replayable(uuid, uuid, timestamptz) is
  'A batch of the deliveries of an endpoint that are missed, or failed after p_since: those that a replay sends again.';
