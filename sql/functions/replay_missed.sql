-- Replays all deliveries that are missed, and those that failed since the endpoint last worked. That is its last
-- success before the first missed one: a success after it was turned on again must not hide failures. The first batch
-- finds out the time and passes it to the next ones, because replays succeed meanwhile.
create or replace function corkboard.replay_missed(
  p_workspace uuid, p_endpoint uuid, p_since timestamptz default null,
  out since timestamptz, out deliveries corkboard.webhook_deliveries[]
)
language plpgsql
as $$
declare
  v_found uuid[];
begin
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.check_webhooks(p_workspace);
  perform corkboard.check_endpoint_on(p_workspace, p_endpoint);
  since := coalesce(p_since, corkboard.last_worked_at(p_workspace, p_endpoint));
  -- While these are locked, all of them may turn out to be gone, if prune_deliveries has just deleted them, or settled
  -- by an attempt. That says nothing about the deliveries after them, so the next ones are looked for.
  loop
    v_found := array(select r.id from corkboard.replayable(p_workspace, p_endpoint, since) r (id));
    deliveries := coalesce(corkboard.restart_deliveries(array(
      select l from corkboard.lock_deliveries(p_workspace, v_found) l where l.status in ('missed', 'failed'))), '{}');
    exit when cardinality(deliveries) > 0 or cardinality(v_found) = 0;
  end loop;
  if p_since is null then
    perform corkboard.record_audit(corkboard.person(p_workspace), 'endpoint.replayed', 'endpoint', p_endpoint);
  end if;
end
$$;
comment on function corkboard.replay_missed(uuid, uuid, timestamptz) is
  'Replays a batch of what an endpoint missed while it was off, and of what failed since it last worked. Where it finds none, none are left; the next batch takes since from this one. Refuses with not_found, plan_limit (the plan has no webhooks), conflict (endpoint off).';
