create or replace view corkboard_ops.job_backlog as
select
  j.task_identifier as task,
  count(*) as jobs,
  count(*) filter (where j.locked_at is null and j.run_at <= now() and j.attempts < j.max_attempts) as due,
  count(*) filter (where j.locked_at is not null) as running,
  count(*) filter (where j.run_at > now()) as scheduled,
  count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts) as given_up,
  greatest(now() - min(j.run_at) filter (where j.locked_at is null and j.attempts < j.max_attempts), interval '0') as behind,
  min(j.run_at) filter (where j.run_at > now()) as next_run_at,
  max(j.last_error) as last_error
from graphile_worker.jobs j
group by j.task_identifier;
comment on view corkboard_ops.job_backlog is
  'The jobs of each task: due now, running, scheduled, and given up after too many errors. behind: how long the first due job has waited.';
