create or replace function corkboard.rotate_secret(
  p_workspace uuid, p_endpoint uuid, out endpoint corkboard.webhook_endpoints, out secret text
)
language plpgsql
as $$
begin
  endpoint := corkboard.store_secret(p_workspace, p_endpoint, corkboard.new_webhook_secret(), true);
  secret := endpoint.secret;
end
$$;
comment on function corkboard.rotate_secret(uuid, uuid) is
  'Gives an endpoint a newly generated signing secret as store_secret does. It is stored unencrypted and returned only here.';
