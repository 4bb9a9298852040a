create or replace function corkboard.miss_waiting(p_workspace uuid, p_endpoint uuid, p_batch integer default 250) returns integer
language plpgsql
as $$
declare
  v_missed integer;
begin
  -- A claim stays with the attempt that is under way: it may still succeed.
  update corkboard.webhook_deliveries d
     set status = 'missed', due_at = null, settled_at = clock_timestamp()
    from corkboard.lock_deliveries(p_workspace, array(
      select w.id from corkboard.webhook_deliveries w
       where w.workspace_id = p_workspace and w.endpoint_id = p_endpoint and w.status = 'pending'
       limit p_batch)) l
   where d.workspace_id = l.workspace_id and d.id = l.id and d.status = 'pending';
  get diagnostics v_missed = row_count;
  return v_missed;
end
$$;
comment on function corkboard.miss_waiting(uuid, uuid, integer) is
  'Makes up to a batch of the deliveries that wait for an endpoint missed, and says how many; below the batch, none wait any more.';
