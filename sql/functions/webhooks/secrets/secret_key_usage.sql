create or replace function corkboard.secret_key_usage() returns table (key text, secrets integer)
language sql volatile
security definer
set search_path = pg_catalog, pg_temp
as $$
  select corkboard.secret_key_id(s.secret), count(*)::integer
    from corkboard.webhook_endpoints e, unnest(corkboard.live_secrets(row(e.*)::corkboard.webhook_endpoints)) as s (secret)
   where e.removed_at is null
   group by 1
   order by 1 nulls first
$$;
comment on function corkboard.secret_key_usage() is
  'How many live signing secrets each encryption key, by its id, encrypts; a null key counts the unencrypted ones.';
