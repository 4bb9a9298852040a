-- Everything that is still missed was due while the endpoint was off. What failed counts from when the endpoint last worked:
-- its last success before the first of those missed, so that a success since it was turned on hides nothing.
create or replace function corkboard.replay_missed(p_workspace uuid, p_endpoint uuid) returns corkboard.webhook_deliveries[]
language plpgsql
as $$
declare
  v_worked_at timestamptz;
  v_deliveries corkboard.webhook_deliveries[];
begin
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.check_endpoint_on(p_workspace, p_endpoint);
  select max(d.settled_at) into v_worked_at from corkboard.webhook_deliveries d
   where d.workspace_id = p_workspace and d.endpoint_id = p_endpoint and d.status = 'succeeded'
     and d.settled_at < coalesce(
       (select min(m.settled_at) from corkboard.webhook_deliveries m
         where m.workspace_id = p_workspace and m.endpoint_id = p_endpoint and m.status = 'missed'), 'infinity');
  select array_agg(d::corkboard.webhook_deliveries) into v_deliveries from (
    select d.* from corkboard.webhook_deliveries d
     where d.workspace_id = p_workspace and d.endpoint_id = p_endpoint
       and (d.status = 'missed' or d.status = 'failed' and d.settled_at > coalesce(v_worked_at, '-infinity'))
     order by d.workspace_id, d.id
       for no key update) d;
  v_deliveries := coalesce(corkboard.restart_deliveries(v_deliveries), '{}');
  perform corkboard.record_audit((p_workspace, 'app', 'operator'), 'endpoint.replayed', 'endpoint', p_endpoint);
  return v_deliveries;
end
$$;
comment on function corkboard.replay_missed(uuid, uuid) is
  'Replays what an endpoint missed while it was off, and what failed since it last worked. Refuses with not_found, conflict (endpoint off).';
