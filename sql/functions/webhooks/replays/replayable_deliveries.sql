-- Reads an index in its order, as mark_pending_missed does.
create or replace function corkboard.replayable_deliveries(
  p_workspace uuid, p_endpoint uuid, p_since timestamptz, p_settled_before timestamptz
) returns setof uuid
language plpgsql stable
set enable_bitmapscan = off
as $$
begin
  return query
    select r.id
      from ((select d.id, d.settled_at from corkboard.webhook_deliveries d
              where d.workspace_id = p_workspace and d.endpoint_id = p_endpoint and d.status = 'missed'
                and d.settled_at >= p_since and d.settled_at < p_settled_before
              order by d.settled_at
              limit corkboard.delivery_batch_size())
            union all
            (select d.id, d.settled_at from corkboard.webhook_deliveries d
              where d.workspace_id = p_workspace and d.endpoint_id = p_endpoint and d.status = 'failed'
                and d.settled_at >= p_since and d.settled_at < p_settled_before
              order by d.settled_at
              limit corkboard.delivery_batch_size())) r
     order by r.settled_at
     limit corkboard.delivery_batch_size();
end
$$;
comment on function corkboard.replayable_deliveries(uuid, uuid, timestamptz, timestamptz) is
  'A batch of an endpoint''s missed and failed deliveries that were settled in that period, oldest first.';
