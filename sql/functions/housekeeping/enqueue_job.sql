create or replace function corkboard.enqueue_job(
  p_task text, p_workspace uuid, p_record uuid, p_run_at timestamptz default null, p_max_attempts integer default null
) returns void
language plpgsql
as $$
begin
  perform graphile_worker.add_job(
    p_task, json_build_object('workspaceId', p_workspace, 'recordId', p_record), run_at => p_run_at,
    max_attempts => coalesce(p_max_attempts, case p_task
      -- Eight attempts over about half an hour, for an endpoint that is down for that long.
      when 'classify_revision' then 8
      when 'render_document' then 10
      -- About ten hours in all.
      when 'mail_notifications' then 10
      when 'export_workspace' then corkboard.max_attempts()
      when 'import_clients' then corkboard.max_attempts()
    end));
end
$$;
comment on function corkboard.enqueue_job(text, uuid, uuid, timestamptz, integer) is
  'Adds the job of this task for a record. p_run_at is when (null: now), p_max_attempts how often it is tried (null: as usual for the task).';
