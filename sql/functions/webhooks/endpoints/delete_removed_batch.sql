create or replace function corkboard.delete_removed_batch(p_workspace uuid, p_endpoint uuid) returns boolean
language plpgsql
as $$
begin
  perform corkboard.enter_workspace(p_workspace);
  perform 1 from corkboard.webhook_endpoints e
    where e.workspace_id = p_workspace and e.id = p_endpoint and e.removed_at is not null;
  return not found or corkboard.delete_endpoint_batch(p_workspace, p_endpoint);
end
$$;
comment on function corkboard.delete_removed_batch(uuid, uuid) is
  'Deletes a batch of the deliveries of a removed endpoint. Returns whether the endpoint and its deliveries are gone.';
