create or replace function corkboard.rotate_secret(
  p_workspace uuid, p_endpoint uuid, out endpoint corkboard.webhook_endpoints, out secret text
)
language plpgsql
as $$
begin
  perform corkboard.lock_workspace(p_workspace);
  endpoint := corkboard.find_endpoint(p_workspace, p_endpoint);
  perform corkboard.check_webhooks(p_workspace);
  if endpoint.format <> 'json' then
    perform corkboard.refuse('conflict', format('A %s endpoint has no secret: its address is the credential.', endpoint.format));
  end if;
  update corkboard.webhook_endpoints e
     set secret = corkboard.new_webhook_secret(),
         previous_secret = e.secret,
         previous_secret_expires_at = clock_timestamp() + interval '24 hours'
   where e.workspace_id = p_workspace and e.id = p_endpoint
  returning e.* into endpoint;
  secret := endpoint.secret;
  perform corkboard.record_audit(corkboard.person(p_workspace), 'endpoint.rotated', 'endpoint', p_endpoint);
end
$$;
comment on function corkboard.rotate_secret(uuid, uuid) is
  'Gives an endpoint a new signing secret. The one before signs along for 24 hours; one older than that is over at once. Refuses with not_found, plan_limit (the plan has no webhooks), conflict (slack and discord).';
