-- Replays the first batch at once, so that a person sees that it works. Where there may be more, a job does the rest,
-- batch by batch: all of them may take longer than a request may.
create or replace function corkboard.start_replay(p_workspace uuid, p_endpoint uuid, out replayed integer, out "isAll" boolean)
language plpgsql
as $$
declare
  v_batch record;
begin
  select * into v_batch from corkboard.replay_missed(p_workspace, p_endpoint);
  replayed := cardinality(v_batch.deliveries);
  -- The number alone does not tell: some of the batch may have been deleted or settled while it was locked.
  "isAll" := not exists (select from corkboard.replayable(p_workspace, p_endpoint, v_batch.since));
  if not "isAll" then
    perform graphile_worker.add_job('replay_missed', json_build_object(
      'workspaceId', p_workspace, 'endpointId', p_endpoint, 'since', v_batch.since));
  end if;
end
$$;
comment on function corkboard.start_replay(uuid, uuid) is
  'Begins to replay what an endpoint missed while it was off, and what failed since it last worked: a batch at once, and by a job what is left. Refuses with not_found, plan_limit (the plan has no webhooks), conflict (endpoint off).';
