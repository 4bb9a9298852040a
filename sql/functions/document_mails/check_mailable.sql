create or replace function corkboard.check_mailable(p_workspace uuid, p_kind text, p_record uuid, p_purpose text)
returns corkboard.document_mails
language plpgsql
as $$
declare
  v_invoice corkboard.invoices;
  v_order corkboard.change_order_proposals;
  v_mail corkboard.document_mails;
begin
  v_mail.kind := p_kind;
  v_mail.project_id := p_record;
  if p_kind = 'invoice' then
    v_invoice := corkboard.find_invoice(p_workspace, p_record);
    v_mail.kind := v_invoice.kind;
    v_mail.project_id := v_invoice.project_id;
    if v_invoice.status not in ('SENT', 'PAID') then
      perform corkboard.reject('conflict', format('%s is %s and cannot be emailed.', v_invoice.number, v_invoice.status));
    end if;
    if p_purpose = 'reminder' and (
      v_invoice.kind <> 'invoice' or v_invoice.status <> 'SENT' or v_invoice.due_date is null
      or v_invoice.due_date >= corkboard.workspace_today(p_workspace))
    then
      perform corkboard.reject('conflict', format('%s is not overdue: reminders are for overdue invoices.', v_invoice.number));
    end if;
    if exists (
      select 1 from corkboard.projects p
       where p.workspace_id = p_workspace and p.id = v_invoice.project_id and p.trashed_at is not null)
    then
      perform corkboard.reject('conflict', format(
        '%s belongs to a project in the trash, so its link would not work: it cannot be emailed.', v_invoice.number));
    end if;
    return v_mail;
  end if;
  if p_kind = 'change_order' then
    v_order := corkboard.find_change_order(p_workspace, p_record);
    v_mail.project_id := v_order.project_id;
    if v_order.sent_at is null or num_nonnulls(v_order.withdrawn_at, v_order.declined_at) > 0 then
      perform corkboard.reject('conflict', 'Only a change order that was sent, and not withdrawn or declined, can be emailed.');
    end if;
    return v_mail;
  end if;
  if p_kind = 'portal' then
    perform corkboard.find_client(p_workspace, p_record);
    if not exists (select 1 from corkboard.client_portals l where l.workspace_id = p_workspace and l.client_id = p_record) then
      perform corkboard.reject('conflict', 'This client has no portal yet.');
    end if;
    v_mail.project_id := null;
    return v_mail;
  end if;
  perform corkboard.find_project(p_workspace, p_record);
  if p_kind = 'contract' then
    perform corkboard.check_scope_approved(p_workspace, p_record);
  elsif not exists (
    select 1 from corkboard.scopes s where s.workspace_id = p_workspace and s.project_id = p_record and s.version > 0)
  then
    perform corkboard.reject('conflict', 'The scope was never drafted, so there is nothing to send.');
  end if;
  return v_mail;
end
$$;
comment on function corkboard.check_mailable(uuid, text, uuid, text) is
  'Checks that a document is so far that it can be sent, or that its payment is overdue (p_purpose reminder). p_kind is invoice (also of an estimate), scope, contract, change_order or portal; p_record is the invoice, the project, the proposal of the change order, or the client. Returns the kind and the project for the email. Rejects with not_found, conflict.';
