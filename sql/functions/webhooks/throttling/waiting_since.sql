create or replace function corkboard.waiting_since(p_delivery corkboard.webhook_deliveries) returns timestamptz
language sql stable
as $$
  select q.held_back_at from corkboard.webhook_waiting q
   where q.workspace_id = p_delivery.workspace_id and q.id = p_delivery.id and q.job_number = p_delivery.job_number
     and p_delivery.status = 'pending'
$$;
comment on function corkboard.waiting_since(corkboard.webhook_deliveries) is
  'Since when a delivery waits for its endpoint''s pace; null: it doesn''t.';
