-- Like start_replay: the first batch now, the rest in a job.
create or replace function corkboard.start_retry(p_workspace uuid, p_endpoint uuid, out retried integer, out "isAll" boolean)
language plpgsql
as $$
declare
  v_batch record;
begin
  select * into v_batch from corkboard.retry_deliveries(p_workspace, p_endpoint);
  retried := v_batch.retried;
  "isAll" := not exists (select 1 from corkboard.retryable_deliveries(p_workspace, p_endpoint, v_batch.begun, clock_timestamp()));
  if not "isAll" then
    perform graphile_worker.add_job('retry_deliveries', json_build_object(
      'workspaceId', p_workspace, 'endpointId', p_endpoint, 'begun', v_batch.begun));
  end if;
end
$$;
comment on function corkboard.start_retry(uuid, uuid) is
  'Starts making due now all pending deliveries of an endpoint whose next attempt is later: one batch now, the rest in a job. Rejects with not_found, plan_limit (the plan has no webhooks), conflict (endpoint disabled, workspace suspended).';
