create or replace function corkboard.pay_invoice(p_workspace uuid, p_invoice uuid) returns corkboard.invoices
language plpgsql
as $$
declare
  v_invoice corkboard.invoices;
begin
  v_invoice := corkboard.move_invoice(p_workspace, p_invoice, 'PAID');
  perform corkboard.emit_invoice_event(v_invoice, 'invoice.paid');
  return v_invoice;
end
$$;
comment on function corkboard.pay_invoice(uuid, uuid) is
  'Makes it PAID. Refuses with not_found, conflict (see move_invoice). Emits invoice.paid.';
