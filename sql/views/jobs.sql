create or replace view corkboard_ops.jobs as
select
  j.id,
  j.task_identifier as task,
  replace(j.task_identifier, '_', ' ')
    || case when d.id is not null then ': ' || d.event || ' to ' || corkboard.url_host(e.url)
            when e.id is not null then ': ' || corkboard.url_host(e.url)
            else '' end as job,
  w.name as workspace,
  case when j.locked_at is not null then 'running'
       when j.attempts >= j.max_attempts then 'given_up'
       when j.run_at <= now() then 'due'
       when j.last_error is not null then 'retrying'
       else 'scheduled' end as state,
  case when d.job_number = (q.payload ->> 'jobNumber')::integer and d.due_at is not null then d.due_at
       else corkboard.job_due_at(j.task_identifier, j.run_at, j.created_at, j.last_error) end as due_at,
  j.run_at as next_attempt_at,
  p.host as held_by_host,
  p.pid as held_by_pid,
  j.locked_at as held_since,
  j.attempts,
  j.max_attempts,
  j.last_error,
  w.id as workspace_id,
  e.id as endpoint_id,
  d.id as delivery_id,
  j.locked_by as held_by_worker,
  q.payload
from graphile_worker.jobs j
join corkboard.queued_payloads() q on q.job_id = j.id
left join corkboard.worker_pools p on p.id = j.locked_by
left join corkboard.workspaces w on w.id = (q.payload ->> 'workspaceId')::uuid
left join corkboard.webhook_deliveries d on d.workspace_id = w.id and d.id = (q.payload ->> 'deliveryId')::uuid
left join corkboard.webhook_endpoints e on e.workspace_id = w.id and e.id = coalesce(q.payload ->> 'endpointId', q.payload ->> 'recordId')::uuid;
comment on view corkboard_ops.jobs is
  'Every job of the queue: what it does, for which workspace, its state (running, due, scheduled, retrying after an error, given_up), since when its work is due, which process holds it, and its last error.';
comment on column corkboard_ops.jobs.task is 'The name of the job, as in the folder tasks.';
comment on column corkboard_ops.jobs.job is 'What the job does, in words.';
comment on column corkboard_ops.jobs.workspace is 'The name of the workspace that it is for; null if it is for none.';
comment on column corkboard_ops.jobs.state is 'running, due, scheduled, retrying (after an error) or given_up.';
comment on column corkboard_ops.jobs.due_at is 'Since when its work is due, whatever was tried since.';
comment on column corkboard_ops.jobs.next_attempt_at is 'When it may run next.';
comment on column corkboard_ops.jobs.held_by_host is 'The machine or container of the worker that holds it.';
comment on column corkboard_ops.jobs.held_by_pid is 'The process id of that worker there.';
comment on column corkboard_ops.jobs.held_since is 'Since when the worker holds it; null: none does.';
comment on column corkboard_ops.jobs.attempts is 'How often it was tried.';
comment on column corkboard_ops.jobs.max_attempts is 'How often it is tried at most.';
comment on column corkboard_ops.jobs.last_error is 'The error with which its latest attempt ended.';
comment on column corkboard_ops.jobs.held_by_worker is 'The id of that worker (corkboard.worker_pools).';
comment on column corkboard_ops.jobs.payload is 'What graphile-worker passes to the task.';
