create or replace function corkboard.ask_for_preview(p_workspace uuid, p_kind text, p_record uuid, p_fingerprint bytea, p_from date, p_until date)
returns void
language plpgsql
as $$
declare
  -- The person waits for it: if it fails now, they ask again.
  c_max_attempts constant integer := 2;
  -- A client may ask for any number of periods, and each is a job and a file.
  c_max_statements constant integer := 30;
  v_expired constant timestamptz := clock_timestamp() - corkboard.preview_lifetime();
  v_preview uuid;
begin
  perform corkboard.enter_workspace(p_workspace);
  delete from corkboard.document_previews p
   where p.workspace_id = p_workspace and p.kind = p_kind and p.record_id = p_record and p.requested_at <= v_expired;
  -- Nobody waits any more for what the document said before. Statements of several periods may be wanted at a time.
  delete from corkboard.document_previews p
   where p.workspace_id = p_workspace and p.kind = p_kind and p.record_id = p_record and p.kind <> 'statement'
     and p.bytes is null and p.fingerprint <> p_fingerprint;
  if p_kind = 'statement' and (
    select count(*) from corkboard.document_previews p
     where p.workspace_id = p_workspace and p.kind = p_kind and p.record_id = p_record) >= c_max_statements
  then
    perform corkboard.reject('rate_limited', 'Many statements of this client were just made. Try again in ten minutes.');
  end if;
  insert into corkboard.document_previews (workspace_id, kind, record_id, fingerprint, period_from, period_until)
  values (p_workspace, p_kind, p_record, p_fingerprint, p_from, p_until)
  on conflict (workspace_id, kind, record_id, fingerprint) do nothing
  returning id into v_preview;
  if v_preview is not null then
    perform corkboard.enqueue_job('render_document', p_workspace, v_preview, null, c_max_attempts);
  end if;
end
$$;
comment on function corkboard.ask_for_preview(uuid, text, uuid, bytea, date, date) is
  'Adds the preview of a document and the job that makes it, unless there is one that says the same, and drops those of its earlier content that aren''t made yet. p_from and p_until are the first and the last day of a statement; null for other kinds. p_record is that of document_previews.record_id. Rejects with rate_limited (30 statements of the client in ten minutes).';
