-- Replaces a secret only if it did not change since it was read. A secret that was rotated meanwhile stays, and the
-- next batch finds it. Rows are locked in the order that all functions use, to avoid deadlocks.
create or replace function corkboard.replace_secrets(p_replacements json) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_replaced record;
begin
  perform corkboard.check_no_workspace_entered();
  for v_replaced in
    select r."workspaceId" as workspace_id, r."endpointId" as id,
           r.secret, r."previousSecret" as previous_secret, r."newSecret" as new_secret, r."newPreviousSecret" as new_previous_secret
      from json_to_recordset(p_replacements) as r (
        "workspaceId" uuid, "endpointId" uuid, secret text, "previousSecret" text, "newSecret" text, "newPreviousSecret" text)
     order by 1, 2
  loop
    update corkboard.webhook_endpoints e
       set secret = v_replaced.new_secret, previous_secret = v_replaced.new_previous_secret
     where e.workspace_id = v_replaced.workspace_id and e.id = v_replaced.id
       and e.secret = v_replaced.secret and e.previous_secret is not distinct from v_replaced.previous_secret;
  end loop;
end
$$;
comment on function corkboard.replace_secrets(json) is
  'Replaces stored signing secrets ({workspaceId, endpointId, secret, previousSecret, newSecret, newPreviousSecret}) with the same secrets encrypted with another key, or unencrypted.';
