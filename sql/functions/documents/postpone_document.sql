create or replace function corkboard.postpone_document(p_workspace uuid, p_document uuid, p_seconds integer, p_max_attempts integer)
returns void
language plpgsql
as $$
declare
  v_at constant timestamptz := clock_timestamp() + make_interval(secs => p_seconds);
begin
  if exists (select 1 from corkboard.document_to_render(p_workspace, p_document)) then
    perform corkboard.enqueue_job('render_document', p_workspace, p_document, v_at, p_max_attempts);
  end if;
end
$$;
comment on function corkboard.postpone_document(uuid, uuid, integer, integer) is
  'Adds the job of a document again, in p_seconds, because the worker is busy with others of its workspace. Nothing if the document is made, or gone.';
