-- graphile-worker moves run_at into the future whenever a job fails. Only the jobs of deliveries are made ahead of time;
-- corkboard.webhook_deliveries.due_at says when their work is due.
create or replace function corkboard.job_due_at(p_task text, p_run_at timestamptz, p_created_at timestamptz, p_last_error text)
returns timestamptz
language sql immutable
as $$
  select case when p_last_error is not null and p_task <> 'attempt_delivery' then least(p_run_at, p_created_at) else p_run_at end
$$;
comment on function corkboard.job_due_at(text, timestamptz, timestamptz, text) is
  'Since when the work of a job is due: a job that failed and waits for its next attempt was due when it was made.';
