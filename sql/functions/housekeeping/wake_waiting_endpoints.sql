-- Throttles are marked when deliveries start to wait for them. This finds those that a crash or a manual change left
-- unmarked. Those of suspended workspaces are marked when they are resumed.
create or replace function corkboard.wake_waiting_endpoints() returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_woken integer;
begin
  update corkboard.webhook_throttles p set has_waiting = true
   where not p.has_waiting and exists (select 1 from corkboard.webhook_throttled_deliveries w where w.workspace_id = p.workspace_id and w.endpoint_id = p.id)
     and (select e.disabled_at is null from corkboard.webhook_endpoints e where e.workspace_id = p.workspace_id and e.id = p.id)
     and (select w.suspended_at is null from corkboard.workspaces w where w.id = p.workspace_id);
  get diagnostics v_woken = row_count;
  return v_woken;
end
$$;
comment on function corkboard.wake_waiting_endpoints() is
  'Marks throttles that deliveries wait for but no worker checks. Returns how many.';
