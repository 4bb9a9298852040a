create or replace function corkboard.mailed_record_name(p_mail corkboard.document_mails) returns text
language plpgsql stable
as $$
begin
  return case
    when p_mail.kind in ('invoice', 'estimate') then (
      select i.number from corkboard.invoices i where i.workspace_id = p_mail.workspace_id and i.id = p_mail.record_id)
    when p_mail.kind = 'portal' then (
      select c.name from corkboard.clients c where c.workspace_id = p_mail.workspace_id and c.id = p_mail.record_id)
    else (
      select p.name from corkboard.projects p where p.workspace_id = p_mail.workspace_id and p.id = p_mail.project_id)
    end;
end
$$;
comment on function corkboard.mailed_record_name(corkboard.document_mails) is
  'What an emailed document is known by: the number of an invoice or estimate, the name of the client of a portal, and of the project of any other document.';
