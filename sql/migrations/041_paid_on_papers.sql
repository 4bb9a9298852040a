-- What was paid when a version of a document was issued, and reminders, which get a PDF of their own.

-- In blocks, because Citus passes on the text of the query, outside of one the whole file; each constraint by itself, because it
-- takes none beside other changes. Existing rows fit them.
do $$
begin
  alter table corkboard.issued_documents
    add column paid_cents bigint not null default 0,
    add column paid_on date;
  alter table corkboard.issued_documents add constraint issued_documents_paid_cents_check check (paid_cents >= 0) not valid;
  alter table corkboard.issued_documents add constraint issued_documents_paid_on_check check (
    paid_cents = 0 or paid_on is not null
  ) not valid;
  alter table corkboard.issued_documents drop constraint issued_documents_kind_check;
  alter table corkboard.issued_documents add constraint issued_documents_kind_check check (
    kind in ('invoice', 'estimate', 'scope', 'contract', 'change_order', 'reminder')
  ) not valid;
  alter table corkboard.document_mails add column document_version integer;
  alter table corkboard.document_mails add constraint document_mails_document_version_check check (
    document_version is null or document_version > 0 and purpose = 'reminder'
  ) not valid;
end
$$;
comment on column corkboard.issued_documents.paid_cents is
  'What was paid of the invoice when this version was issued, which it shows; 0 for other documents.';
comment on column corkboard.issued_documents.paid_on is 'The day of the last of these payments; null: none was paid.';
comment on column corkboard.issued_documents.record_id is
  'The id of the invoice or estimate, also of a reminder; of a scope or contract that of its project, which has one of each; of a change order that of its proposal.';
comment on column corkboard.document_mails.document_version is
  'The version of the reminder (issued_documents) that is attached; null: the mail is no reminder, or one from before reminders had documents.';
