-- Reads the index of pending deliveries in its order, only as far as the batch. Without the setting the planner would
-- collect all pending deliveries, or scan the table from its start, where every delivery is settled. While the batch is
-- being locked, attempts in progress may settle all of it. More may follow, so it then takes the next batch.
create or replace function corkboard.mark_pending_missed(p_workspace uuid, p_endpoint uuid) returns integer
language plpgsql
set enable_bitmapscan = off
as $$
declare
  v_pending uuid[];
  v_missed uuid[];
begin
  loop
    v_pending := array(
      select w.id from corkboard.webhook_deliveries w
       where w.workspace_id = p_workspace and w.endpoint_id = p_endpoint and w.status = 'pending'
       order by w.due_at
       limit corkboard.delivery_batch_size());
    -- The claim of an attempt in progress stays: the attempt may still succeed.
    with missed as (
      update corkboard.webhook_deliveries d
         set status = 'missed', due_at = null, settled_at = clock_timestamp()
        from corkboard.lock_deliveries(p_workspace, v_pending) l
       where d.workspace_id = l.workspace_id and d.id = l.id and l.status = 'pending'
      returning d.id)
    select array_agg(m.id) into v_missed from missed m;
    delete from corkboard.webhook_throttled_deliveries w where w.workspace_id = p_workspace and w.id = any (v_missed);
    exit when v_missed is not null or cardinality(v_pending) = 0;
  end loop;
  return coalesce(cardinality(v_missed), 0);
end
$$;
comment on function corkboard.mark_pending_missed(uuid, uuid) is
  'Marks a batch of an endpoint''s pending deliveries as missed. Returns how many; 0 when none are left.';
