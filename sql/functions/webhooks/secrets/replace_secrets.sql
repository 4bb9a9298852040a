-- Replaces a secret only if it did not change since it was read. A secret that was rotated meanwhile stays, and the
-- next batch finds it. Rows are locked in the order that all functions use, to avoid deadlocks.
create or replace function corkboard.replace_secrets(p_replacements json) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform corkboard.check_no_workspace_entered();
  perform 1 from json_to_recordset(p_replacements) as r ("workspaceId" uuid, "endpointId" uuid)
    join corkboard.webhook_endpoints e on e.workspace_id = r."workspaceId" and e.id = r."endpointId"
   order by e.workspace_id, e.id
     for no key update of e;
  update corkboard.webhook_endpoints e
     set secret = r."newSecret", previous_secret = r."newPreviousSecret"
    from json_to_recordset(p_replacements) as r (
      "workspaceId" uuid, "endpointId" uuid, secret text, "previousSecret" text, "newSecret" text, "newPreviousSecret" text)
   where e.workspace_id = r."workspaceId" and e.id = r."endpointId"
     and e.secret = r.secret and e.previous_secret is not distinct from r."previousSecret";
end
$$;
comment on function corkboard.replace_secrets(json) is
  'Replaces stored signing secrets ({workspaceId, endpointId, secret, previousSecret, newSecret, newPreviousSecret}) with the same secrets encrypted with another key, or unencrypted.';
