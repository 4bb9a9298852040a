create or replace function corkboard.settle_invoice(p_workspace uuid, p_invoice uuid, p_changes jsonb default null) returns corkboard.invoices
language plpgsql
as $$
declare
  v_invoice corkboard.invoices;
begin
  v_invoice := corkboard.change_invoice_status(p_workspace, p_invoice, 'PAID');
  perform corkboard.record_change(corkboard.current_actor(p_workspace), 'invoice.paid', 'invoice', p_invoice, p_changes);
  perform corkboard.emit_event(p_workspace, 'invoice.paid', corkboard.invoice_event_data(v_invoice, 'invoice.paid'));
  perform corkboard.notify_members(p_workspace, 'paid', 'invoice.paid', array[p_invoice]);
  return v_invoice;
end
$$;
comment on function corkboard.settle_invoice(uuid, uuid, jsonb) is
  'Makes an invoice PAID whose payments have reached its total. p_changes is what the audit log keeps of the last one (payment_changes). Rejects with not_found, conflict (see change_invoice_status). Emits invoice.paid and notifies members.';
