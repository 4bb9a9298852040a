create or replace function corkboard.miss_waiting(p_workspace uuid, p_endpoint uuid) returns integer
language plpgsql
as $$
declare
  v_missed integer;
begin
  -- A claim stays with the attempt that is under way: it may still succeed.
  update corkboard.webhook_deliveries d
     set status = 'missed', due_at = null, settled_at = clock_timestamp()
    from (select w.id from corkboard.webhook_deliveries w
           where w.workspace_id = p_workspace and w.endpoint_id = p_endpoint and w.status = 'pending'
           order by w.workspace_id, w.id
             for no key update) w
   where d.workspace_id = p_workspace and d.id = w.id;
  get diagnostics v_missed = row_count;
  return v_missed;
end
$$;
comment on function corkboard.miss_waiting(uuid, uuid) is 'Makes every delivery that waits for the endpoint missed, and says how many.';
