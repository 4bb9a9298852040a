-- Concurrent requests of the same key come here one after the other: authorize_api_request holds the workspace's rate window.
-- The condition is checked again, so that only the first of them writes.
create or replace function corkboard.record_key_use(p_workspace uuid, p_key_hash bytea) returns void
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  update corkboard.api_keys k set last_used_at = v_now
   where k.workspace_id = p_workspace and k.key_hash = p_key_hash
     and (k.last_used_at is null or k.last_used_at < v_now - interval '1 hour');
end
$$;
comment on function corkboard.record_key_use(uuid, bytea) is
  'Records that a key was used, unless that was recorded within the hour.';
