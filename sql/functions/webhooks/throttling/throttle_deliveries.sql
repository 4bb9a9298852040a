create or replace function corkboard.throttle_deliveries(p_deliveries corkboard.webhook_deliveries[]) returns void
language plpgsql
as $$
begin
  perform corkboard.queue_throttled(
    array_agg(d.workspace_id), array_agg(d.endpoint_id), array_agg(d.id), array_agg(d.job_number))
     from unnest(p_deliveries) d
   having count(*) > 0;
end
$$;
comment on function corkboard.throttle_deliveries(corkboard.webhook_deliveries[]) is
  'Queues these deliveries, which are due, behind the throttles of their endpoints, without jobs.';
