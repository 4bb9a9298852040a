-- Looks rows up by key, as claim_attempts does.
create or replace function corkboard.lock_attempted_deliveries(p_workspaces uuid[], p_deliveries uuid[]) returns void
language plpgsql
set enable_seqscan = off
as $$
declare
  v_workspace constant uuid := corkboard.only_workspace(p_workspaces);
begin
  perform 1 from (select * from unnest(p_workspaces, p_deliveries) order by 1, 2) a (workspace_id, id)
    cross join lateral (
      select 1 from corkboard.webhook_deliveries d
       where d.workspace_id = coalesce(v_workspace, a.workspace_id) and d.id = a.id
       limit 1 for no key update) d;
end
$$;
comment on function corkboard.lock_attempted_deliveries(uuid[], uuid[]) is
  'Locks deliveries of any workspaces (parallel arrays), in the order that all functions use.';
