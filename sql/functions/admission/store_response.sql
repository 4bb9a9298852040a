-- Ends what begin_api_write started: stores the response under the idempotency key in the same transaction. It replaces
-- a response older than 24 hours that is not pruned yet.
create or replace function corkboard.store_response(p_workspace uuid, p_key text, p_fingerprint bytea, p_response text)
returns text
language plpgsql
as $$
begin
  if p_key is not null then
    insert into corkboard.idempotency_keys as k (workspace_id, id, fingerprint, response)
    values (p_workspace, p_key, p_fingerprint, p_response)
    on conflict (workspace_id, id) do update
      set fingerprint = excluded.fingerprint, response = excluded.response, created_at = excluded.created_at;
  end if;
  return p_response;
end
$$;
comment on function corkboard.store_response(uuid, text, bytea, text) is
  'Stores the response of a write for 24 hours under its idempotency key, if it has one, and returns the response.';
