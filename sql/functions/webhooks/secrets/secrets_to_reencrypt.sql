create or replace function corkboard.secrets_to_reencrypt(p_key text, p_limit integer default 250)
returns table ("workspaceId" uuid, "endpointId" uuid, secret text, "previousSecret" text)
language plpgsql stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform corkboard.check_no_workspace_entered();
  return query
  select e.workspace_id, e.id, e.secret, e.previous_secret
    from corkboard.webhook_endpoints e
   where e.removed_at is null
     and exists (
       select 1 from unnest(array[e.secret, e.previous_secret]) as s (secret)
        where s.secret is not null and corkboard.secret_key_id(s.secret) is distinct from p_key)
   order by e.workspace_id, e.id
   limit p_limit;
end
$$;
comment on function corkboard.secrets_to_reencrypt(text, integer) is
  'A batch of endpoints with a signing secret that p_key does not encrypt; if p_key is null, endpoints with an encrypted secret.';
