create or replace function corkboard.requeue_document_mails() returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_late constant timestamptz := clock_timestamp() - interval '5 minutes';
  v_waiting record;
  v_requeued integer;
begin
  select array_agg(m.workspace_id) as workspaces, array_agg(m.id) as mails into v_waiting
    from corkboard.document_mails m
    join corkboard.workspaces w on w.id = m.workspace_id and w.suspended_at is null
   where m.state = 'queued' and m.queued_at < v_late;
  perform corkboard.enqueue_document_mail(m.workspace_id, m.id)
     from unnest(v_waiting.workspaces, v_waiting.mails) m (workspace_id, id)
    where not exists (select 1 from corkboard.live_jobs('mail_document') j where j.record_id = m.id);
  get diagnostics v_requeued = row_count;
  return v_requeued;
end
$$;
comment on function corkboard.requeue_document_mails() is
  'Adds new jobs for emails with documents that have waited five minutes and have no job; those of a suspended workspace wait until it is resumed. Returns how many.';
