create or replace function corkboard.document_to_render(p_workspace uuid, p_document uuid)
returns table (
  kind text, "recordId" uuid, version integer, "lateFeeCents" bigint, "lateFeeAt" text
)
language plpgsql
rows 1
as $$
begin
  perform corkboard.enter_workspace(p_workspace);
  return query
    select d.kind, d.record_id, d.version, d.late_fee_cents, corkboard.iso(d.late_fee_at) from corkboard.issued_documents d
     where d.workspace_id = p_workspace and d.id = p_document and d.made_at is null
    union all
    select p.kind, p.record_id, null, null, null from corkboard.document_previews p
     where p.workspace_id = p_workspace and p.id = p_document and p.bytes is null;
end
$$;
comment on function corkboard.document_to_render(uuid, uuid) is
  'The document that a job makes, with the late fee that its version shows; without a version: a preview. No row: it is made already, or gone.';
