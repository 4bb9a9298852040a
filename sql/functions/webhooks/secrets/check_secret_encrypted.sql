create or replace function corkboard.check_secret_encrypted(p_secret text) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if p_secret is not null and corkboard.secret_key_id(p_secret) is null
     and exists (select 1 from corkboard.webhook_endpoints e where corkboard.secret_key_id(e.secret) is not null) then
    perform corkboard.reject('conflict',
      'Signing secrets are encrypted here, so a new one is too: use the operator''s command, with SECRETS_KEY set.');
  end if;
end
$$;
comment on function corkboard.check_secret_encrypted(text) is
  'Rejects with conflict an unencrypted signing secret if others are stored encrypted.';
