create or replace function corkboard.last_worked_at(p_workspace uuid, p_endpoint uuid) returns timestamptz
language plpgsql stable
as $$
declare
  v_first_missed_at timestamptz;
  v_worked_at timestamptz;
begin
  select min(m.settled_at) into v_first_missed_at from corkboard.webhook_deliveries m
   where m.workspace_id = p_workspace and m.endpoint_id = p_endpoint and m.status = 'missed';
  select max(d.settled_at) into v_worked_at from corkboard.webhook_deliveries d
   where d.workspace_id = p_workspace and d.endpoint_id = p_endpoint and d.status = 'succeeded'
     and d.settled_at < coalesce(v_first_missed_at, 'infinity');
  return coalesce(v_worked_at, '-infinity');
end
$$;
comment on function corkboard.last_worked_at(uuid, uuid) is
  'When the endpoint last got a delivery before it missed any that are still missed; -infinity: never.';
