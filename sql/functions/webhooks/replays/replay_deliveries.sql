-- A replayed delivery may fail again before the last batch. Only deliveries that were settled before the first batch
-- are replayed, so that a replay comes to an end.
create or replace function corkboard.replay_deliveries(
  p_workspace uuid, p_endpoint uuid, p_since timestamptz default null, p_settled_before timestamptz default null,
  out settled_before timestamptz, out deliveries corkboard.webhook_deliveries[]
)
language plpgsql
as $$
declare
  c_since constant timestamptz := coalesce(p_since, '-infinity');
  v_found uuid[];
begin
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.check_plan_has_webhooks(p_workspace);
  perform corkboard.check_endpoint_enabled(p_workspace, p_endpoint);
  -- A replay that began before is finished: its deliveries then wait for the end of the suspension.
  perform corkboard.check_not_suspended(p_workspace) where p_settled_before is null;
  if isfinite(p_since) then
    perform corkboard.check_date('since', (p_since at time zone 'UTC')::date);
  end if;
  settled_before := coalesce(p_settled_before, clock_timestamp());
  -- By the time these are locked, prune_deliveries may have deleted all of them, or attempts settled them. More may
  -- follow, so it then takes the next batch.
  loop
    v_found := array(select r.id from corkboard.replayable_deliveries(p_workspace, p_endpoint, c_since, settled_before) r (id));
    deliveries := corkboard.restart_schedules(p_workspace, array(
      select l.id from corkboard.lock_deliveries(p_workspace, v_found) l
       where l.status in ('missed', 'failed') and l.settled_at < settled_before));
    exit when cardinality(deliveries) > 0 or cardinality(v_found) = 0;
  end loop;
  perform corkboard.throttle_deliveries(deliveries);
  if p_settled_before is null then
    perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'endpoint.replayed', 'endpoint', p_endpoint);
  end if;
end
$$;
comment on function corkboard.replay_deliveries(uuid, uuid, timestamptz, timestamptz) is
  'Replays a batch of an endpoint''s missed and failed deliveries that were settled since p_since (null: all). An empty batch means that none are left. Pass settled_before from the first batch to the next ones. Rejects with not_found, validation (since), plan_limit (the plan has no webhooks), conflict (endpoint disabled, workspace suspended before the first batch).';
