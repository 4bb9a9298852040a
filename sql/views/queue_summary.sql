create or replace view corkboard_ops.queue_summary as
select
  corkboard.live_workers() as workers,
  j.due as jobs_due,
  j.running as jobs_running,
  j.given_up as jobs_given_up,
  j.behind as jobs_behind,
  o.overdue as deliveries_overdue,
  o.behind as deliveries_behind,
  s.waiting as deliveries_waiting,
  s.failing as endpoints_failing
from (
  select coalesce(sum(b.due), 0)::bigint as due, coalesce(sum(b.running), 0)::bigint as running,
         coalesce(sum(b.given_up), 0)::bigint as given_up, coalesce(max(b.behind), interval '0') as behind
    from corkboard_ops.job_backlog b) j
cross join corkboard_ops.overdue_totals o
cross join (
  select sum(e.waiting)::bigint as waiting, sum(e.endpoints) filter (where e.state = 'failing')::bigint as failing
    from corkboard_ops.endpoint_states e) s;
comment on view corkboard_ops.queue_summary is
  'The figures of the queue in one row, as a process logs them every minute: live workers, jobs, deliveries that are overdue or wait for their endpoint''s throttle, and failing endpoints.';
comment on column corkboard_ops.queue_summary.workers is 'Workers that reported lately.';
comment on column corkboard_ops.queue_summary.jobs_due is 'Jobs that could run now.';
comment on column corkboard_ops.queue_summary.jobs_running is 'Jobs that a worker holds.';
comment on column corkboard_ops.queue_summary.jobs_given_up is 'Jobs that failed too often and will not run again.';
comment on column corkboard_ops.queue_summary.jobs_behind is 'How long the first due job has waited.';
comment on column corkboard_ops.queue_summary.deliveries_overdue is 'Deliveries that are due and that no worker sends.';
comment on column corkboard_ops.queue_summary.deliveries_behind is 'For how long the first of them could have been sent.';
comment on column corkboard_ops.queue_summary.deliveries_waiting is 'Deliveries that wait for their endpoint''s throttle.';
comment on column corkboard_ops.queue_summary.endpoints_failing is 'Endpoints in the state failing.';
