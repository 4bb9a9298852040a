-- Called for every key that authorize_request and workspace_of_key don't find. Unknown and revoked keys take the same
-- index look-up, so that the time of the response doesn't distinguish them.
create or replace function corkboard.workspace_of_revoked_key(p_key_hash bytea) returns uuid
language sql stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select k.workspace_id from corkboard.api_keys k where k.key_hash = p_key_hash and k.revoked_at is not null limit 1
$$;
comment on function corkboard.workspace_of_revoked_key(bytea) is
  'The workspace of a revoked API key, by the key''s hash; null if there is none. For the log only: the caller must not learn that a key was revoked.';
