create or replace view corkboard_ops.job_backlog as
select
  j.task_identifier as task,
  count(*) as jobs,
  count(*) filter (where j.locked_at is null and j.run_at <= now() and j.attempts < j.max_attempts) as due,
  count(*) filter (where j.locked_at is not null) as running,
  count(*) filter (where j.run_at > now()) as scheduled,
  count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts) as given_up,
  greatest(now() - min(corkboard.job_due_at(j.task_identifier, j.run_at, j.created_at, j.last_error))
    filter (where j.locked_at is null and j.attempts < j.max_attempts), interval '0') as behind,
  min(j.run_at) filter (where j.run_at > now()) as next_run_at,
  (array_agg(j.last_error order by j.updated_at desc) filter (where j.last_error is not null))[1] as last_error,
  count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts and j.updated_at > now() - interval '1 hour')
    as given_up_last_hour
from graphile_worker.jobs j
group by j.task_identifier;
comment on view corkboard_ops.job_backlog is
  'The jobs of each task: due now, running, scheduled, and given up after too many errors.';
comment on column corkboard_ops.job_backlog.task is 'The name of the jobs, as in the folder tasks.';
comment on column corkboard_ops.job_backlog.jobs is 'How many jobs the queue holds.';
comment on column corkboard_ops.job_backlog.due is 'Those that could run now.';
comment on column corkboard_ops.job_backlog.running is 'Those that a worker holds.';
comment on column corkboard_ops.job_backlog.scheduled is 'Those that are to run later.';
comment on column corkboard_ops.job_backlog.given_up is 'Those that failed too often and will not run again.';
comment on column corkboard_ops.job_backlog.behind is 'How long the first of those that are not running has been due, also if it failed and waits for its next attempt.';
comment on column corkboard_ops.job_backlog.next_run_at is 'When the first scheduled job is to run.';
comment on column corkboard_ops.job_backlog.last_error is 'The latest error of one of them.';
comment on column corkboard_ops.job_backlog.given_up_last_hour is 'Those that were given up within the last hour.';
