create or replace function corkboard.miss_disabled_batch(p_workspace uuid, p_endpoint uuid) returns integer
language plpgsql
as $$
begin
  perform corkboard.lock_workspace(p_workspace);
  -- Nothing becomes missed if someone has enabled the endpoint again meanwhile.
  if not exists (select 1 from corkboard.webhook_endpoints e
                  where e.workspace_id = p_workspace and e.id = p_endpoint and e.disabled_at is not null) then
    return 0;
  end if;
  return corkboard.mark_pending_missed(p_workspace, p_endpoint);
end
$$;
comment on function corkboard.miss_disabled_batch(uuid, uuid) is
  'Marks a batch of the pending deliveries of a disabled endpoint as missed. Returns how many; 0 when none are left.';
