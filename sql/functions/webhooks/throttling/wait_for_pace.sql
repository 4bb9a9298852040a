create or replace function corkboard.wait_for_pace(p_deliveries corkboard.webhook_deliveries[]) returns void
language plpgsql
as $$
begin
  perform corkboard.hold_back(
    array_agg(d.workspace_id), array_agg(d.endpoint_id), array_agg(d.id), array_agg(d.job_number))
     from unnest(p_deliveries) d
   having count(*) > 0;
end
$$;
comment on function corkboard.wait_for_pace(corkboard.webhook_deliveries[]) is
  'Has workers send these deliveries, which are due, at the pace of their endpoints: they get no jobs.';
