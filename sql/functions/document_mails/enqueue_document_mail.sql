create or replace function corkboard.enqueue_document_mail(
  p_workspace uuid, p_mail uuid, p_run_at timestamptz default null
) returns void
language plpgsql
as $$
begin
  perform graphile_worker.add_job(
    'mail_document', json_build_object('workspaceId', p_workspace, 'mailId', p_mail), run_at := p_run_at);
end
$$;
comment on function corkboard.enqueue_document_mail(uuid, uuid, timestamptz) is
  'Adds the job that sends an email with a document. p_run_at is when (null: now).';
