create or replace function corkboard.pay_invoice(p_workspace uuid, p_invoice uuid, p_version integer default null) returns corkboard.invoices
language plpgsql
as $$
declare
  v_invoice corkboard.invoices;
begin
  v_invoice := corkboard.change_invoice_status(p_workspace, p_invoice, 'PAID', p_version);
  perform corkboard.emit_invoice_event(v_invoice, 'invoice.paid');
  perform corkboard.notify_members(p_workspace, 'paid', 'invoice.paid', array[p_invoice]);
  return v_invoice;
end
$$;
comment on function corkboard.pay_invoice(uuid, uuid, integer) is
  'Marks the invoice PAID. p_version is the version that the caller saw (null: any). Rejects with not_found, conflict (see change_invoice_status). Emits invoice.paid and notifies members.';
