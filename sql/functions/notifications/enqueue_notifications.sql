-- Each notification adds a job, and the first job that runs mails everything that waits. A job key would not do: while a worker
-- takes the job of the same key, another one is sometimes not added.
create or replace function corkboard.enqueue_notifications(p_workspace uuid, p_member uuid, p_delay interval default '0')
returns void
language plpgsql
as $$
declare
  -- About ten hours in all.
  c_attempts constant integer := 10;
begin
  perform graphile_worker.add_job(
    'mail_notifications', json_build_object('workspaceId', p_workspace, 'memberId', p_member),
    run_at := clock_timestamp() + p_delay, max_attempts := c_attempts);
end
$$;
comment on function corkboard.enqueue_notifications(uuid, uuid, interval) is
  'Adds the job that emails a member the notifications that wait for them.';
