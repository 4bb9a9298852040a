create or replace function corkboard.delete_expired_secrets() returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  update corkboard.webhook_endpoints e
     set previous_secret = null, previous_secret_expires_at = null
   where e.previous_secret_expires_at <= v_now;
end
$$;
comment on function corkboard.delete_expired_secrets() is 'Deletes rotated secrets that no longer sign.';
