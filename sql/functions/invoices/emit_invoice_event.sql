create or replace function corkboard.emit_invoice_event(p_invoice corkboard.invoices, p_event text) returns void
language plpgsql
as $$
begin
  perform corkboard.emit_event(p_invoice.workspace_id, p_event, corkboard.invoice_event_data(p_invoice, p_event));
end
$$;
comment on function corkboard.emit_invoice_event(corkboard.invoices, text) is
  'Emits invoice.sent, invoice.paid or invoice.viewed with its data.';
