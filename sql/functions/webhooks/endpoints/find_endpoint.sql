create or replace function corkboard.find_endpoint(p_workspace uuid, p_endpoint uuid) returns corkboard.webhook_endpoints
language plpgsql stable
as $$
declare
  v_endpoint corkboard.webhook_endpoints;
begin
  select * into v_endpoint from corkboard.webhook_endpoints e
   where e.workspace_id = p_workspace and e.id = p_endpoint and e.removed_at is null;
  if not found then
    perform corkboard.reject('not_found', 'No endpoint with this id.');
  end if;
  return v_endpoint;
end
$$;
comment on function corkboard.find_endpoint(uuid, uuid) is
  'The webhook endpoint of this workspace. Rejects with not_found.';
