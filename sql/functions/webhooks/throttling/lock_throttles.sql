-- Looks rows up by key, as claim_attempts does.
create or replace function corkboard.lock_throttles(p_workspaces uuid[], p_endpoints uuid[]) returns corkboard.webhook_throttles[]
language plpgsql
set enable_seqscan = off
as $$
declare
  v_workspace constant uuid := corkboard.only_workspace(p_workspaces);
begin
  return array(
    select t.throttle
      from (select distinct * from unnest(p_workspaces, p_endpoints) as e (workspace_id, id) order by 1, 2) e
      cross join lateral (
        select row(p.*)::corkboard.webhook_throttles as throttle from corkboard.webhook_throttles p
         where p.workspace_id = coalesce(v_workspace, e.workspace_id) and p.id = e.id
         limit 1 for no key update) t);
end
$$;
comment on function corkboard.lock_throttles(uuid[], uuid[]) is
  'Locks the throttles of endpoints of any workspaces (parallel arrays), in the order that all functions use, and returns them.';
