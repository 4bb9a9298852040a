-- A response that waits for a classification is completed by any of its waiters: the request itself, concurrent
-- requests with the same key, or a retry after the process died. The first one wins, and all return its response.
create or replace function corkboard.finalize_response(p_workspace uuid, p_key text, p_provisional text, p_response text)
returns text
language plpgsql
as $$
declare
  v_kept text;
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.idempotency_keys k set response = p_response
   where k.workspace_id = p_workspace and k.id = p_key and k.response = p_provisional;
  if not found then
    select k.response into v_kept from corkboard.idempotency_keys k
     where k.workspace_id = p_workspace and k.id = p_key;
  end if;
  return coalesce(v_kept, p_response);
end
$$;
comment on function corkboard.finalize_response(uuid, text, text, text) is
  'Replaces the provisional response with the final one, unless that was done already, and returns the stored one.';
