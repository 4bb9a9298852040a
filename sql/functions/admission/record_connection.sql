create or replace function corkboard.record_connection(p_workspace uuid, p_key_hash bytea) returns boolean
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  update corkboard.api_keys k set connected_at = v_now
   where k.workspace_id = p_workspace and k.key_hash = p_key_hash and k.connected_at is null;
  return case when found then true end;
end
$$;
comment on function corkboard.record_connection(uuid, bytea) is
  'Notes that an assistant connected to the tool server with this key, the first time. Returns true then, and no value afterwards.';
