-- The share lock keeps a member from being removed before the row is inserted.
create or replace function corkboard.notify_members(
  p_workspace uuid, p_kind text, p_event text, p_records uuid[], p_delay interval default '0'
) returns void
language plpgsql
as $$
declare
  v_actor constant text := (corkboard.current_actor(p_workspace)).label;
  v_member uuid;
begin
  for v_member in
    select m.id from corkboard.members m
     where m.workspace_id = p_workspace and p_kind = any (m.notified_of) and m.email <> v_actor
     order by m.id
       for key share
  loop
    insert into corkboard.notifications (workspace_id, member_id, kind, event, record_ids, recorded_by)
    values (p_workspace, v_member, p_kind, p_event, p_records, corkboard.current_recorder());
    -- Each notification adds a job, and the first job that runs mails everything that waits. A job key would not do: while a
    -- worker takes the job of the same key, another one is sometimes not added.
    perform corkboard.enqueue_job('mail_notifications', p_workspace, v_member, clock_timestamp() + p_delay);
  end loop;
end
$$;
comment on function corkboard.notify_members(uuid, text, text, uuid[], interval) is
  'Notifies the members who chose this kind by email, except the one who did it. p_records has the ids of invoices for viewed, overdue and paid, of inquiries for inquiry, of projects for all other kinds. p_delay is how long the email waits for more of them. Callers must not be keys: nothing that a key does is emailed.';
