-- Every process asks again and again. The row's lock decides between those that ask at the same time, and the update finds
-- nothing for those that come later. Views come after functions in a release, so the result can't be of the view's type.
create or replace function corkboard.queue_report(p_after interval) returns json
language plpgsql
as $$
begin
  update corkboard.queue_reports r set reported_at = clock_timestamp()
   where r.reported_at <= clock_timestamp() - p_after;
  if not found then
    return null;
  end if;
  return (
    select json_build_object(
             'workers', s.workers, 'jobsDue', s.jobs_due, 'jobsRunning', s.jobs_running, 'jobsGivenUp', s.jobs_given_up,
             'oldestJobSeconds', round(extract(epoch from s.jobs_behind)),
             'deliveriesOverdue', s.deliveries_overdue,
             'oldestDeliverySeconds', round(extract(epoch from s.deliveries_behind)),
             'deliveriesWaiting', s.deliveries_waiting, 'endpointsFailing', s.endpoints_failing)
      from corkboard_ops.queue_summary s);
end
$$;
comment on function corkboard.queue_report(interval) is
  'The figures of the queue, for the one process that asks first when the last report is p_after old; null for the others.';
