-- A receiver's response may quote what it was sent, so it is erased too. That of an attempt in progress is yet to be recorded:
-- this claims pending deliveries first, as make_due_now does, and gives up if a worker holds one.
create or replace function corkboard.erase_deliveries(p_workspace uuid, p_client uuid, p_projects uuid[]) returns void
language plpgsql
as $$
declare
  v_claim constant uuid := gen_random_uuid();
  v_found uuid[];
  v_pending uuid[];
  v_claimed uuid[];
begin
  v_found := array(
    select d.id from corkboard.webhook_deliveries d
     where d.workspace_id = p_workspace
       and (d.data ->> 'clientId' = p_client::text or d.data ->> 'projectId' = any (p_projects::text[])));
  v_pending := array(
    select d.id from corkboard.webhook_deliveries d
     where d.workspace_id = p_workspace and d.id = any (v_found) and d.status = 'pending');
  v_claimed := corkboard.claim_for_change(p_workspace, v_pending, v_claim);
  if cardinality(v_claimed) < cardinality(v_pending) then
    perform corkboard.reject('conflict',
      'A webhook about this client is being sent at this moment. Nothing was erased: run the command again in half a minute.');
  end if;
  perform corkboard.lock_deliveries(p_workspace, v_found);
  update corkboard.webhook_deliveries d set data = corkboard.erase_texts(d.data)
   where d.workspace_id = p_workspace and d.id = any (v_found);
  -- The signatures are of what was sent, and no longer match.
  update corkboard.webhook_attempts a set response = null, signatures = null
   where a.workspace_id = p_workspace and a.delivery_id = any (v_found);
  delete from corkboard.webhook_claims c
   where c.workspace_id = p_workspace and c.id = any (v_claimed) and c.claim = v_claim;
end
$$;
comment on function corkboard.erase_deliveries(uuid, uuid, uuid[]) is
  'Erases the texts in the events of a client and its projects, sent or not, and the receivers'' responses to them. Rejects with conflict while one of them is being sent.';
