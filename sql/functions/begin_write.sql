-- The first half of a write by the API: locks the workspace, then looks whether this very write was done already.
-- Requests with the same idempotency key pass here one after the other: the first creates, and the others find its
-- answer.
create or replace function corkboard.begin_write(
  p_workspace uuid,
  p_via text,
  p_label text,
  p_key text,
  p_fingerprint bytea,
  p_request uuid,
  p_traceparent text,
  out caller corkboard.caller,
  out response text
) returns setof record
language plpgsql
rows 1
as $$
declare
  v_fingerprint bytea;
begin
  perform corkboard.note_request(p_request, p_traceparent);
  perform corkboard.lock_workspace(p_workspace);
  if p_key is not null then
    select k.fingerprint, k.response into v_fingerprint, response
      from corkboard.idempotency_keys k
     where k.workspace_id = p_workspace and k.id = p_key
       and k.created_at > clock_timestamp() - interval '24 hours';
    if v_fingerprint <> p_fingerprint then
      perform corkboard.refuse('idempotency_mismatch',
        'This Idempotency-Key was used in the last 24 hours with another method, path or body. Use a new key for a new request.');
    end if;
  end if;
  caller := (p_workspace, p_via, p_label);
  return next;
end
$$;
comment on function corkboard.begin_write(uuid, text, text, text, bytea, uuid, text) is
  'Locks the workspace and notes which request writes; answers the kept response of the same write (null: not done yet). Refuses with idempotency_mismatch.';
