create or replace function corkboard.store_secret(
  p_workspace uuid, p_endpoint uuid, p_secret text, p_retire boolean, p_version integer default null
) returns corkboard.webhook_endpoints
language plpgsql
as $$
declare
  v_now timestamptz;
  v_endpoint corkboard.webhook_endpoints;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_endpoint := corkboard.require_record(null::corkboard.webhook_endpoints, p_workspace, p_endpoint, 'endpoint');
  perform corkboard.check_plan_has_webhooks(p_workspace);
  if v_endpoint.format <> 'json' then
    perform corkboard.reject('conflict', format('A %s endpoint has no secret: its address is the credential.', v_endpoint.format));
  end if;
  if not p_retire and v_endpoint.previous_secret_expires_at > clock_timestamp() then
    perform corkboard.reject('conflict',
      'The secret was rotated less than 24 hours ago, so two secrets are valid. Rotating it again retires the older one at once.');
  end if;
  perform corkboard.check_times_done(p_workspace, p_endpoint, 'endpoint.rotated', p_version, 'The secret was rotated');
  perform corkboard.check_secret_encrypted(p_secret);
  v_now := clock_timestamp();
  update corkboard.webhook_endpoints e
     set secret = p_secret,
         previous_secret = e.secret,
         previous_secret_expires_at = v_now + interval '24 hours'
   where e.workspace_id = p_workspace and e.id = p_endpoint
  returning e.* into v_endpoint;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'endpoint.rotated', 'endpoint', p_endpoint);
  return v_endpoint;
end
$$;
comment on function corkboard.store_secret(uuid, uuid, text, boolean, integer) is
  'Gives an endpoint a new signing secret in stored form, encrypted or not. The previous one stays valid for 24 hours. An older one that is still valid is retired at once, unless p_retire = false, which rejects. p_version is how often the caller saw it rotated (null: any). Rejects with not_found, plan_limit (the plan has no webhooks), conflict (slack and discord; an unencrypted secret where others are encrypted; two valid secrets; rotated since).';
