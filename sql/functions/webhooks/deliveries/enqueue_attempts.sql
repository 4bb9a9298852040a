create or replace function corkboard.enqueue_attempts(p_deliveries corkboard.webhook_deliveries[]) returns void
language plpgsql
as $$
begin
  if cardinality(p_deliveries) > 0 then
    perform graphile_worker.add_jobs(array(
      select row (
        'attempt_delivery',
        json_build_object('workspaceId', d.workspace_id, 'endpointId', d.endpoint_id, 'deliveryId', d.id, 'jobNumber', d.job_number),
        null, d.due_at, null, null, null, null)::graphile_worker.job_spec
        from unnest(p_deliveries) d));
  end if;
end
$$;
comment on function corkboard.enqueue_attempts(corkboard.webhook_deliveries[]) is
  'Adds the job for the next attempt of each of these deliveries, to run when it is due.';
