do $$
begin
  alter table corkboard.document_mails validate constraint document_mails_kind_check;
  alter table corkboard.document_mails validate constraint document_mails_project_id_check;
  alter table corkboard.mail_texts validate constraint mail_texts_template_check;
end
$$;
