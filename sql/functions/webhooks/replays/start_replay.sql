-- Replays the first batch right away, so that the person sees an effect. If more may be left, a job replays them batch
-- by batch, because replaying all of them may exceed a request's deadline.
create or replace function corkboard.start_replay(
  p_workspace uuid, p_endpoint uuid, p_since timestamptz default null, out replayed integer, out "isAll" boolean
)
language plpgsql
as $$
declare
  c_since constant timestamptz := coalesce(p_since, '-infinity');
  v_batch record;
begin
  select * into v_batch from corkboard.replay_deliveries(p_workspace, p_endpoint, c_since);
  replayed := cardinality(v_batch.deliveries);
  -- An incomplete batch need not be the last: some of it may have been deleted or settled before it was locked.
  "isAll" := not exists (select 1 from corkboard.replayable_deliveries(p_workspace, p_endpoint, c_since, v_batch.settled_before));
  if not "isAll" then
    perform graphile_worker.add_job('replay_missed', json_build_object(
      'workspaceId', p_workspace, 'endpointId', p_endpoint, 'since', c_since, 'settledBefore', v_batch.settled_before));
  end if;
end
$$;
comment on function corkboard.start_replay(uuid, uuid, timestamptz) is
  'Starts replaying an endpoint''s missed and failed deliveries that were settled since p_since (null: all): one batch now, the rest in a job. Rejects with not_found, validation (since), plan_limit (the plan has no webhooks), conflict (endpoint disabled, workspace suspended).';
