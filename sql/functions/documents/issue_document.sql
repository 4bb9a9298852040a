drop function if exists corkboard.issue_document(uuid, text, uuid, bigint, timestamptz);
create or replace function corkboard.issue_document(
  p_workspace uuid, p_kind text, p_record uuid, p_late_fee_cents bigint default 0, p_late_fee_at timestamptz default null,
  p_voided_at timestamptz default null
) returns void
language plpgsql
as $$
declare
  v_version integer;
  v_document uuid;
  v_paid record;
  v_credited bigint;
begin
  select coalesce(max(d.version), 0) + 1 into v_version from corkboard.issued_documents d
   where d.workspace_id = p_workspace and d.kind = p_kind and d.record_id = p_record;
  select coalesce(sum(p.amount_cents), 0) as cents, max(p.paid_on) as last_on into v_paid from corkboard.payments p
   where p.workspace_id = p_workspace and p.invoice_id = p_record;
  select coalesce(sum(c.total_cents), 0) into v_credited from corkboard.credit_notes c
   where c.workspace_id = p_workspace and c.invoice_id = p_record;
  insert into corkboard.issued_documents (
    workspace_id, kind, record_id, version, format, late_fee_cents, late_fee_at, paid_cents, paid_on, credited_cents, voided_at)
  values (
    p_workspace, p_kind, p_record, v_version, 'pdf', p_late_fee_cents, p_late_fee_at, v_paid.cents, v_paid.last_on, v_credited,
    p_voided_at)
  returning id into v_document;
  update corkboard.workspace_logos l set is_used = true
   where l.workspace_id = p_workspace and not l.is_used
     and l.sha256 = (select w.logo_sha256 from corkboard.workspaces w where w.id = p_workspace);
  perform corkboard.enqueue_job('render_document', p_workspace, v_document);
end
$$;
comment on function corkboard.issue_document(uuid, text, uuid, bigint, timestamptz, timestamptz) is
  'Adds a version of a document, with the job that makes its files. A reminder and a version of an invoice show what was paid and credited by now: of the first one nothing was. p_voided_at is when it was voided, which marks the document; null: it was not. p_record is that of issued_documents.record_id. The caller holds the workspace''s lock.';
