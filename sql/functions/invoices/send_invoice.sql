create or replace function corkboard.send_invoice(p_workspace uuid, p_invoice uuid, p_version integer default null) returns corkboard.invoices
language plpgsql
as $$
declare
  v_invoice corkboard.invoices;
begin
  v_invoice := corkboard.change_invoice_status(p_workspace, p_invoice, 'SENT', p_version);
  perform corkboard.issue_document(p_workspace, v_invoice.kind, p_invoice);
  perform corkboard.emit_event(p_workspace, 'invoice.sent', corkboard.invoice_event_data(v_invoice, 'invoice.sent'));
  return v_invoice;
end
$$;
comment on function corkboard.send_invoice(uuid, uuid, integer) is
  'Marks the invoice SENT and issues its document. p_version is the version that the caller saw (null: any). Rejects with not_found, conflict (see change_invoice_status). Emits invoice.sent.';
