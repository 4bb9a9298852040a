-- Workers that want to claim these deliveries wait for the end of this transaction.
create or replace function corkboard.claim_for_change(p_workspace uuid, p_deliveries uuid[], p_claim uuid) returns uuid[]
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  insert into corkboard.webhook_claims as c (workspace_id, id, claim, claimed_until)
  select d.workspace_id, d.id, p_claim, v_now from corkboard.webhook_deliveries d
   where d.workspace_id = p_workspace and d.id = any (p_deliveries)
   order by d.id
  on conflict (workspace_id, id) do update
     set claim = excluded.claim, claimed_until = excluded.claimed_until
   where c.claimed_until <= excluded.claimed_until;
  return array(
    select c.id from corkboard.webhook_claims c
     where c.workspace_id = p_workspace and c.id = any (p_deliveries) and c.claim = p_claim);
end
$$;
comment on function corkboard.claim_for_change(uuid, uuid[], uuid) is
  'Claims those of these deliveries that no worker is attempting, until the caller deletes the claims in the same transaction, and returns their ids.';
