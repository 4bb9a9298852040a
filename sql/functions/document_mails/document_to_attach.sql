create or replace function corkboard.document_to_attach(p_mail corkboard.document_mails, out is_issued boolean, out version integer)
language plpgsql
as $$
declare
  v_kind constant text := corkboard.attached_kind(p_mail);
  v_document corkboard.issued_documents;
begin
  select * into v_document from corkboard.issued_documents d
   where d.workspace_id = p_mail.workspace_id and d.kind = v_kind and d.record_id = p_mail.record_id and d.format = 'pdf'
     and (v_kind <> 'reminder' or d.version = p_mail.document_version)
   order by d.version desc limit 1;
  is_issued := found;
  version := case when v_document.made_at is not null then v_document.version end;
end
$$;
comment on function corkboard.document_to_attach(corkboard.document_mails) is
  'Whether the emailed document was issued, so that the email has its files, and their version: the last one, or that of the reminder; null while it is being made.';
