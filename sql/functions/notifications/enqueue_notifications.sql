-- The key makes a waiting job of the member start anew instead of adding one. A job that a worker runs at this moment goes on:
-- it mails what it has claimed, and the new job the rest.
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
    run_at := clock_timestamp() + p_delay, max_attempts := c_attempts, job_key := 'notify ' || p_member);
end
$$;
comment on function corkboard.enqueue_notifications(uuid, uuid, interval) is
  'Adds the job that emails a member the notifications that wait for them, or restarts it if it waits.';
