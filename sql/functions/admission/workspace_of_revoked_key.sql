-- Called for every key that authorize_api_request and workspace_of_key don't find. The caller must not learn from the time of
-- the response that a key was revoked: so unknown and revoked keys take the same index look-up, and get a value of the same
-- length. In plpgsql, which keeps the plan.
create or replace function corkboard.workspace_of_revoked_key(p_key_hash bytea, p_workspace uuid) returns uuid
language plpgsql stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  c_none constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  return coalesce(
    (select k.workspace_id from corkboard.api_keys k where k.key_hash = p_key_hash and k.revoked_at is not null
        and k.workspace_id = p_workspace
      limit 1),
    c_none);
end
$$;
comment on function corkboard.workspace_of_revoked_key(bytea, uuid) is
  'The workspace of a revoked API key, by the key''s hash, for the log; the nil UUID if there is none.';
