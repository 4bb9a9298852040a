create or replace function corkboard.postpone_attempts(p_jobs json) returns void
language plpgsql
as $$
begin
  perform graphile_worker.add_jobs(array(
    select row (
      'attempt_delivery', j.job, null, clock_timestamp() + j."delayMs" * interval '1 millisecond',
      null, null, j.priority, null)::graphile_worker.job_spec
      from json_to_recordset(p_jobs) as j (job json, priority integer, "delayMs" double precision)));
end
$$;
comment on function corkboard.postpone_attempts(json) is
  'Adds the jobs of attempts that are put off ({job, priority, delayMs}) again, to run later.';
