create or replace function corkboard.throttle_deliveries(p_deliveries corkboard.webhook_deliveries[]) returns void
language plpgsql
as $$
begin
  perform corkboard.throttle_jobs(
    array_agg(d.workspace_id), array_agg(d.endpoint_id), array_agg(d.id), array_agg(d.job_number))
     from unnest(p_deliveries) d
   having count(*) > 0;
end
$$;
comment on function corkboard.throttle_deliveries(corkboard.webhook_deliveries[]) is
  'Has workers send these deliveries, which are due, at the pace of their endpoints: they get no jobs.';
