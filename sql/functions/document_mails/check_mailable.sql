create or replace function corkboard.check_mailable(p_workspace uuid, p_kind text, p_record uuid, p_purpose text)
returns corkboard.document_mails
language plpgsql
as $$
declare
  v_record record;
  v_invoice corkboard.invoices;
  v_mail corkboard.document_mails;
begin
  select * into v_record from corkboard.mailed_record(p_workspace, p_kind, p_record);
  case v_record.record_type
    when 'invoice' then v_invoice := corkboard.find_invoice(p_workspace, p_record);
    when 'project' then perform corkboard.find_project(p_workspace, p_record);
    when 'client' then perform corkboard.require_record(null::corkboard.clients, p_workspace, p_record, 'client');
    when 'credit_note' then
      if v_record.name is null then
        perform corkboard.reject('not_found', 'No credit note with this id.');
      end if;
    when 'change_order_proposal' then
      perform corkboard.require_record(null::corkboard.change_order_proposals, p_workspace, p_record, 'change order');
  end case;
  perform corkboard.reject_conflict(v_record.conflict);
  v_mail.kind := p_kind;
  v_mail.project_id := v_record.project_id;
  if p_kind = 'contract' then
    perform corkboard.check_scope_approved(p_workspace, p_record);
  elsif p_kind = 'invoice' then
    v_mail.kind := v_invoice.kind;
    if p_purpose = 'reminder' and (
      v_invoice.kind <> 'invoice' or v_invoice.status <> 'SENT' or v_invoice.due_date is null
      or v_invoice.due_date >= corkboard.workspace_today(p_workspace))
    then
      perform corkboard.reject('conflict', format('%s is not overdue: reminders are for overdue invoices.', v_invoice.number));
    end if;
  end if;
  return v_mail;
end
$$;
comment on function corkboard.check_mailable(uuid, text, uuid, text) is
  'Checks that a document can be sent, or that its payment is overdue (p_purpose reminder). p_kind is that of mailed_record, and invoice also of an estimate. Returns the kind and the project for the email. Rejects with not_found, conflict.';
