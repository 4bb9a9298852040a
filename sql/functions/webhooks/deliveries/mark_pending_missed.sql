-- Reads the index of pending deliveries in its order, only as far as the batch. Without the setting the planner would
-- collect all pending deliveries, or scan the table from its start, where every delivery is settled. While the batch is
-- being locked, attempts in progress may settle all of it. More may follow, so it then takes the next batch.
create or replace function corkboard.mark_pending_missed(p_workspace uuid, p_endpoint uuid) returns integer
language plpgsql
set enable_bitmapscan = off
as $$
declare
  v_now timestamptz;
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
    v_missed := array(select l.id from corkboard.lock_deliveries(p_workspace, v_pending) l where l.status = 'pending');
    v_now := clock_timestamp();
    update corkboard.webhook_deliveries d
       set status = 'missed', due_at = null, settled_at = v_now
     where d.workspace_id = p_workspace and d.id = any (v_missed);
    delete from corkboard.webhook_throttled_deliveries w where w.workspace_id = p_workspace and w.id = any (v_missed);
    exit when v_missed <> '{}' or v_pending = '{}';
  end loop;
  return cardinality(v_missed);
end
$$;
comment on function corkboard.mark_pending_missed(uuid, uuid) is
  'Marks a batch of an endpoint''s pending deliveries as missed. Returns how many; 0 when none are left.';
