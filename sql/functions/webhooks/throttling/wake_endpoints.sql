-- Locks even if has_waiting is already set: claim_throttled_attempts, which resets it, may hold the row without seeing
-- these deliveries yet.
create or replace function corkboard.wake_endpoints(p_workspaces uuid[], p_endpoints uuid[]) returns void
language plpgsql
as $$
declare
  v_workspace constant uuid := corkboard.only_workspace(p_workspaces);
begin
  perform corkboard.lock_throttles(p_workspaces, p_endpoints);
  update corkboard.webhook_throttles p set has_waiting = true
    from (select distinct * from unnest(p_workspaces, p_endpoints) as e (workspace_id, id)) e
   where p.workspace_id = coalesce(v_workspace, e.workspace_id) and p.id = e.id and not p.has_waiting;
end
$$;
comment on function corkboard.wake_endpoints(uuid[], uuid[]) is
  'Marks the throttles of endpoints (parallel arrays) that have deliveries in webhook_throttled_deliveries, so that workers check them.';
