-- Emails with statements and credit notes. The constraints are validated in 037_mail_kinds_validated.sql.

do $$
begin
  alter table corkboard.document_mails drop constraint document_mails_kind_check;
  alter table corkboard.document_mails add constraint document_mails_kind_check check (kind in (
    'invoice', 'estimate', 'scope', 'contract', 'change_order', 'portal', 'statement', 'credit_note')) not valid;
  alter table corkboard.document_mails drop constraint document_mails_project_id_check;
  alter table corkboard.document_mails add constraint document_mails_project_id_check
    check ((project_id is null) = (kind in ('portal', 'statement'))) not valid;
  comment on column corkboard.document_mails.kind is
    'What is emailed: an invoice, an estimate, a credit note, a scope, a contract, a change order, or the link of a portal or of its statement.';
  comment on column corkboard.document_mails.record_id is
    'The invoice, estimate or credit note; for a scope or contract its project; for a change order its proposal; for a portal or statement the client.';
end
$$;
