-- Replays all deliveries that are missed, and those that failed since the endpoint last worked. That is its last
-- success before the first missed one: a success after it was turned on again must not hide failures. The first batch
-- finds out the time and passes it to the next ones, because replays succeed meanwhile. Reads an index in its order, as
-- miss_waiting does.
create or replace function corkboard.replay_missed(
  p_workspace uuid, p_endpoint uuid, p_since timestamptz default null,
  out since timestamptz, out deliveries corkboard.webhook_deliveries[]
)
language plpgsql
set enable_bitmapscan = off
as $$
begin
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.check_endpoint_on(p_workspace, p_endpoint);
  since := coalesce(p_since, corkboard.last_worked_at(p_workspace, p_endpoint));
  deliveries := coalesce(corkboard.restart_deliveries(array(
    select l from corkboard.lock_deliveries(p_workspace, array(
      (select d.id from corkboard.webhook_deliveries d
        where d.workspace_id = p_workspace and d.endpoint_id = p_endpoint and d.status = 'missed'
        order by d.settled_at
        limit corkboard.deliveries_at_once())
      union all
      (select d.id from corkboard.webhook_deliveries d
        where d.workspace_id = p_workspace and d.endpoint_id = p_endpoint and d.status = 'failed' and d.settled_at > since
        order by d.settled_at
        limit corkboard.deliveries_at_once())
      limit corkboard.deliveries_at_once())) l
     where l.status in ('missed', 'failed'))), '{}');
  if p_since is null then
    perform corkboard.record_audit(corkboard.person(p_workspace), 'endpoint.replayed', 'endpoint', p_endpoint);
  end if;
end
$$;
comment on function corkboard.replay_missed(uuid, uuid, timestamptz) is
  'Replays a batch of what an endpoint missed while it was off, and of what failed since it last worked. Where it finds none, none are left; the next batch takes since from this one. Refuses with not_found, conflict (endpoint off).';
