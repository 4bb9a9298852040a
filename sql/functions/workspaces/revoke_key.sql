create or replace function corkboard.revoke_key(p_workspace uuid, p_key uuid) returns corkboard.api_keys
language plpgsql
as $$
declare
  v_now timestamptz;
  v_key corkboard.api_keys;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_key := corkboard.require_record(null::corkboard.api_keys, p_workspace, p_key, 'key');
  if v_key.revoked_at is null then
    v_now := clock_timestamp();
    update corkboard.api_keys k set revoked_at = v_now
     where k.workspace_id = p_workspace and k.id = p_key
    returning * into v_key;
    perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'key.revoked', 'key', p_key);
  end if;
  return v_key;
end
$$;
comment on function corkboard.revoke_key(uuid, uuid) is
  'Revokes a key at once and permanently. Revoking it again changes nothing. Rejects with not_found.';
