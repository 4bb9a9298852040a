-- Starts a write by the API. Requests with the same idempotency key pass one after the other: the first creates the
-- record, and the others find its response. The key and the plan are checked again under the lock, because the body may
-- arrive half a minute after the head was authorized. Revoking a key, suspending a workspace and changing its plan take
-- the same lock, so no write starts once that is done.
create or replace function corkboard.begin_api_write(
  p_workspace uuid,
  p_key_hash bytea,
  p_via text,
  p_label text,
  p_key text,
  p_fingerprint bytea,
  p_request uuid,
  p_traceparent text,
  out caller corkboard.caller,
  out response text,
  out refusal text
) returns setof record
language plpgsql
rows 1
as $$
declare
  v_fingerprint bytea;
  v_prefix text;
begin
  perform corkboard.set_request_context(p_request, p_traceparent);
  perform corkboard.lock_workspace(p_workspace);
  select k.prefix,
         case
           when k.key_hash is null then 'invalid_key'
           when w.suspended_at is not null then 'suspended'
           when not p.api then 'plan_limit'
         end
    into v_prefix, refusal
    from corkboard.workspaces w
    join corkboard.plans p on p.name = w.plan
    left join corkboard.api_keys k
      on k.workspace_id = w.id and k.key_hash = p_key_hash and k.revoked_at is null
   where w.id = p_workspace;
  -- The default of audit_log.key_prefix reads this setting, as those in set_request_context are read.
  perform set_config('corkboard.key_prefix', coalesce(v_prefix, ''), true);
  if refusal is null and p_key is not null then
    select k.fingerprint, k.response into v_fingerprint, response
      from corkboard.idempotency_keys k
     where k.workspace_id = p_workspace and k.id = p_key
       and k.created_at > clock_timestamp() - interval '24 hours';
    if v_fingerprint <> p_fingerprint then
      perform corkboard.reject('idempotency_mismatch',
        'This Idempotency-Key was used in the last 24 hours with another method, path or body. Use a new key for a new request.');
    end if;
  end if;
  caller := (p_workspace, p_via, p_label);
  return next;
end
$$;
comment on function corkboard.begin_api_write(uuid, bytea, text, text, text, bytea, uuid, text) is
  'Locks the workspace and sets the request context. Returns the stored response of the same write (null: not done yet). refusal is invalid_key if the key was revoked after the request was authorized, suspended if the workspace was suspended, and plan_limit if the plan no longer includes the API; the caller then writes nothing. Rejects with idempotency_mismatch.';
