create or replace function corkboard.enqueue_job(
  p_task text, p_workspace uuid, p_record uuid, p_run_at timestamptz default null, p_max_attempts integer default null
) returns void
language plpgsql
as $$
declare
  v_id text;
  v_max_attempts integer;
begin
  select t.id, t.max_attempts into strict v_id, v_max_attempts
    from (values
      -- Eight attempts over about half an hour, for an endpoint that is down for that long.
      ('classify_revision', 'revisionId', 8),
      ('disable_endpoint', 'endpointId', null),
      ('remove_endpoint', 'endpointId', null),
      ('render_document', 'documentId', 10),
      ('mail_document', 'mailId', null),
      -- About ten hours in all.
      ('mail_notifications', 'memberId', 10),
      ('export_workspace', 'exportId', corkboard.most_attempts()),
      ('import_clients', 'importId', corkboard.most_attempts())) t (task, id, max_attempts)
   where t.task = p_task;
  perform graphile_worker.add_job(
    p_task, json_build_object('workspaceId', p_workspace, v_id, p_record),
    run_at => p_run_at, max_attempts => coalesce(p_max_attempts, v_max_attempts));
end
$$;
comment on function corkboard.enqueue_job(text, uuid, uuid, timestamptz, integer) is
  'Adds the job of this task for a record. p_run_at is when (null: now), p_max_attempts how often it is tried (null: as usual for the task).';
