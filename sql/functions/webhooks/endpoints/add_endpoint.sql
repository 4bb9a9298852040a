create or replace function corkboard.add_endpoint(
  p_workspace uuid, p_url text, p_format text, p_events text[],
  out endpoint corkboard.webhook_endpoints, out secret text
)
language plpgsql
as $$
begin
  endpoint := corkboard.store_endpoint(
    p_workspace, corkboard.uuid_v7(), p_url, p_format, p_events, corkboard.new_webhook_secret(), null);
  secret := endpoint.secret;
end
$$;
comment on function corkboard.add_endpoint(uuid, text, text, text[]) is
  'Adds a webhook endpoint as store_endpoint does, with a newly generated signing secret, which is stored unencrypted and returned only here.';
