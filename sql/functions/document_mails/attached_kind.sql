create or replace function corkboard.attached_kind(p_mail corkboard.document_mails) returns text
language sql immutable
as $$ select case when p_mail.document_version is null then p_mail.kind else 'reminder' end $$;
comment on function corkboard.attached_kind(corkboard.document_mails) is
  'The kind (issued_documents.kind) of the document that is attached to an email: a reminder has its own.';
