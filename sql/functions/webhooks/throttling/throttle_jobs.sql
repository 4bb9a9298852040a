create or replace function corkboard.throttle_jobs(p_workspaces uuid[], p_endpoints uuid[], p_deliveries uuid[], p_job_numbers integer[]) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform corkboard.queue_throttled(p_workspaces, p_endpoints, p_deliveries, p_job_numbers);
end
$$;
comment on function corkboard.throttle_jobs(uuid[], uuid[], uuid[], integer[]) is
  'Moves deliveries (parallel arrays) from their jobs to webhook_throttled_deliveries, because their worker has no room for them or can''t read the secret that signs them.';
