create or replace function corkboard.requeue_notifications() returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_late constant timestamptz := v_now - interval '5 minutes';
  v_waiting record;
  v_requeued integer := 0;
begin
  for v_waiting in
    select distinct n.workspace_id, n.member_id from corkboard.notifications n
     where n.created_at < v_late and coalesce(n.claim_expires_at < v_now, true)
  loop
    if not exists (select 1 from corkboard.live_jobs('mail_notifications') j where j.record_id = v_waiting.member_id) then
      perform corkboard.enqueue_notifications(v_waiting.workspace_id, v_waiting.member_id);
      v_requeued := v_requeued + 1;
    end if;
  end loop;
  return v_requeued;
end
$$;
comment on function corkboard.requeue_notifications() is
  'Adds new jobs for members whose notifications have waited five minutes for their email and have no job. Returns how many.';
