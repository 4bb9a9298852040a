create or replace function corkboard.throttled_since(p_delivery corkboard.webhook_deliveries) returns timestamptz
language plpgsql stable
as $$
begin
  return (
    select q.throttled_at from corkboard.webhook_throttled_deliveries q
     where q.workspace_id = p_delivery.workspace_id and q.id = p_delivery.id and q.job_number = p_delivery.job_number
       and p_delivery.status = 'pending'
       and exists (select 1 from corkboard.workspaces w where w.id = p_delivery.workspace_id and w.suspended_at is null));
end
$$;
comment on function corkboard.throttled_since(corkboard.webhook_deliveries) is
  'Since when a delivery waits for its endpoint''s throttle; null if it does not, or if its workspace is suspended.';
