-- Looks rows up by key, as claim_attempts does, and locks them in the order that all functions use.
create or replace function corkboard.release_claims(p_workspaces uuid[], p_deliveries uuid[], p_claims uuid[]) returns void
language plpgsql
set enable_seqscan = off
as $$
declare
  v_workspace constant uuid := corkboard.only_workspace(p_workspaces);
begin
  delete from corkboard.webhook_claims c
   where c.workspace_id = coalesce(v_workspace, c.workspace_id) and c.ctid = any (array(
     select held.ctid
       from (select * from unnest(p_workspaces, p_deliveries, p_claims) order by 1, 2) a (workspace_id, id, claim)
       cross join lateral (
         select c.ctid from corkboard.webhook_claims c
          where c.workspace_id = coalesce(v_workspace, a.workspace_id) and c.id = a.id and c.claim = a.claim
          limit 1 for update) held));
end
$$;
comment on function corkboard.release_claims(uuid[], uuid[], uuid[]) is
  'Releases these claims on deliveries (parallel arrays). Claims that another worker has taken over stay.';
