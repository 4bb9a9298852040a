-- A secret is shown once, when it is created. If the form is submitted again within a few minutes, by a double click or
-- a reload, it shows the same secret: the process derives it from the form again and compares it with what is stored,
-- so that it never shows a secret that was revoked or replaced meanwhile.
create or replace function corkboard.secrets_created_by_form(p_workspace uuid, p_idempotency_token text) returns text[]
language plpgsql
as $$
begin
  return (
    select coalesce(
             (select array[encode(k.key_hash, 'hex')] from corkboard.api_keys k
               where k.workspace_id = p_workspace and k.id = (a.answer #>> '{key,id}')::uuid and k.revoked_at is null),
             (select corkboard.live_secrets(row(e.*)::corkboard.webhook_endpoints) from corkboard.webhook_endpoints e
               where e.workspace_id = p_workspace and e.id = (a.answer #>> '{endpoint,id}')::uuid and e.removed_at is null))
      from (select i.response::json as answer from corkboard.idempotency_keys i
             where i.workspace_id = p_workspace and i.id = corkboard.action_idempotency_key(p_idempotency_token)
               and i.created_at > clock_timestamp() - interval '15 minutes') a);
end
$$;
comment on function corkboard.secrets_created_by_form(uuid, text) is
  'The stored secrets of the API key (hexadecimal SHA-256) or webhook endpoint that a form created within the last 15 minutes. Null if the form is older, the key is revoked or the endpoint is removed.';
