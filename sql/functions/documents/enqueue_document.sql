create or replace function corkboard.enqueue_document(p_workspace uuid, p_document uuid, p_max_attempts integer default 10)
returns void
language plpgsql
as $$
begin
  perform graphile_worker.add_job('render_document',
    json_build_object('workspaceId', p_workspace, 'documentId', p_document), max_attempts => p_max_attempts);
end
$$;
comment on function corkboard.enqueue_document(uuid, uuid, integer) is
  'Adds the job that makes an issued document or a preview.';
