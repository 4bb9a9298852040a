create or replace function corkboard.issue_document(
  p_workspace uuid, p_kind text, p_record uuid, p_late_fee_cents bigint default 0, p_late_fee_at timestamptz default null
) returns void
language plpgsql
as $$
declare
  v_version integer;
  v_document uuid;
begin
  select coalesce(max(d.version), 0) + 1 into v_version from corkboard.issued_documents d
   where d.workspace_id = p_workspace and d.kind = p_kind and d.record_id = p_record;
  insert into corkboard.issued_documents (workspace_id, kind, record_id, version, format, late_fee_cents, late_fee_at)
  values (p_workspace, p_kind, p_record, v_version, 'pdf', p_late_fee_cents, p_late_fee_at)
  returning id into v_document;
  perform corkboard.enqueue_job('render_document', p_workspace, v_document);
end
$$;
comment on function corkboard.issue_document(uuid, text, uuid, bigint, timestamptz) is
  'Adds a version of a document, with the job that makes its files. p_record is that of issued_documents.record_id. The caller holds the workspace''s lock.';
