create or replace function corkboard.requeue_documents() returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_late constant timestamptz := clock_timestamp() - interval '5 minutes';
  v_awaited record;
  v_requeued integer;
begin
  select array_agg(d.workspace_id) as workspaces, array_agg(d.id) as documents into v_awaited
    from corkboard.issued_documents d
   where d.made_at is null and d.requested_at < v_late;
  perform corkboard.enqueue_document(d.workspace_id, d.id)
     from unnest(v_awaited.workspaces, v_awaited.documents) d (workspace_id, id)
    where not exists (select 1 from corkboard.live_jobs('render_document') j where j.record_id = d.id);
  get diagnostics v_requeued = row_count;
  return v_requeued;
end
$$;
comment on function corkboard.requeue_documents() is
  'Adds new jobs for issued documents that have waited five minutes to be made and have no job. Returns how many.';
