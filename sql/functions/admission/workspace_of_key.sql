-- Uses the same index look-up as authorize_api_request, so the response takes the same time for every invalid key.
create or replace function corkboard.workspace_of_key(p_key_hash bytea, p_workspace uuid) returns uuid
language plpgsql stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select k.workspace_id from corkboard.api_keys k where k.key_hash = p_key_hash and k.revoked_at is null
       and k.workspace_id = p_workspace
     limit 1);
end
$$;
comment on function corkboard.workspace_of_key(bytea, uuid) is
  'The workspace of an API key, by the key''s hash; null if there is none. Charges and authorizes nothing: it only tells whether the request''s body is worth reading.';
