-- An answer that had to wait is completed by whoever waited: the request itself, requests that came meanwhile with the
-- same key, a retry after the process died. The first answer that gets here is kept, and all get that one.
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
  'Replaces the provisional response by the final one, unless that was done already, and returns the stored one.';
