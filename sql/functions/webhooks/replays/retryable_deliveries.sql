-- Reads an index in its order, as mark_pending_missed does. A delivery that has failed again since p_begun is left to
-- its schedule.
create or replace function corkboard.retryable_deliveries(
  p_workspace uuid, p_endpoint uuid, p_begun timestamptz, p_now timestamptz
) returns setof uuid
language plpgsql stable
set enable_bitmapscan = off
as $$
begin
  return query
    select d.id
      from corkboard.webhook_deliveries d
     where d.workspace_id = p_workspace and d.endpoint_id = p_endpoint and d.status = 'pending' and d.due_at > p_now
       and not exists (
         select 1 from corkboard.webhook_attempts a
          where a.workspace_id = p_workspace and a.delivery_id = d.id
            and a.attempted_at + a.duration_ms * interval '1 millisecond' >= p_begun)
       -- A delivery that is due later may still have an attempt in progress, if a worker was slow to record an earlier
       -- one.
       and not exists (
         select 1 from corkboard.webhook_claims c
          where c.workspace_id = p_workspace and c.id = d.id and c.claimed_until > clock_timestamp())
     order by d.due_at
     limit corkboard.delivery_batch_size();
end
$$;
comment on function corkboard.retryable_deliveries(uuid, uuid, timestamptz, timestamptz) is
  'A batch of an endpoint''s pending deliveries whose next attempt is due after p_now, without those attempted since p_begun.';
