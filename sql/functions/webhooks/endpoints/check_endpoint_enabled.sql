create or replace function corkboard.check_endpoint_enabled(p_workspace uuid, p_endpoint uuid) returns void
language plpgsql stable
as $$
begin
  if (corkboard.require_record(null::corkboard.webhook_endpoints, p_workspace, p_endpoint, 'endpoint')).disabled_at is not null then
    perform corkboard.reject('conflict', 'The endpoint is off: turn it on first.');
  end if;
end
$$;
comment on function corkboard.check_endpoint_enabled(uuid, uuid) is
  'Rejects with not_found, or with conflict if the endpoint is disabled.';
