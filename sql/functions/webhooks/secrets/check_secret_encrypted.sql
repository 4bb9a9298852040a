create or replace function corkboard.check_secret_encrypted(p_secret text) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if p_secret is not null and corkboard.secret_key_id(p_secret) is null
     and exists (select 1 from corkboard.find_rows(
       'select e.id from %1$s e where corkboard.secret_key_id(e.secret) is not null limit 1', 'corkboard.webhook_endpoints'))
  then
    perform corkboard.reject('conflict',
      'Signing secrets are encrypted here, so a new one is too: use the operator''s command, with SECRETS_KEY set.');
  end if;
end
$$;
comment on function corkboard.check_secret_encrypted(text) is
  'Rejects with conflict an unencrypted signing secret if others are stored encrypted.';
