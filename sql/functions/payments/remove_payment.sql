-- Nothing is emitted. If the invoice is paid again, invoice.paid is emitted again.
create or replace function corkboard.remove_payment(p_workspace uuid, p_payment uuid, p_version integer default null) returns corkboard.invoices
language plpgsql
as $$
declare
  v_payment corkboard.payments;
  v_invoice corkboard.invoices;
  v_paid bigint;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_payment := corkboard.require_record(null::corkboard.payments, p_workspace, p_payment, 'payment');
  v_invoice := corkboard.find_invoice(p_workspace, v_payment.invoice_id);
  perform corkboard.check_invoice_version(v_invoice, p_version);
  insert into corkboard.removed_payments
    (workspace_id, id, invoice_id, client_id, amount_cents, currency, paid_on, method, reference, note, recorded_by, recorded_at,
     removed_on, removed_by)
  values
    (p_workspace, v_payment.id, v_payment.invoice_id, v_payment.client_id, v_payment.amount_cents, v_payment.currency,
     v_payment.paid_on, v_payment.method, v_payment.reference, v_payment.note, v_payment.recorded_by, v_payment.recorded_at,
     corkboard.workspace_today(p_workspace), corkboard.current_recorder());
  delete from corkboard.payments p where p.workspace_id = p_workspace and p.id = p_payment;
  select coalesce(sum(p.amount_cents), 0) into v_paid from corkboard.payments p
   where p.workspace_id = p_workspace and p.invoice_id = v_invoice.id;
  update corkboard.invoices i
     set status = 'SENT', paid_at = null, part_paid_cents = v_paid, version = i.version + 1
   where i.workspace_id = p_workspace and i.id = v_invoice.id
  returning * into v_invoice;
  perform corkboard.record_change(
    corkboard.current_actor(p_workspace), 'invoice.payment_removed', 'invoice', v_invoice.id,
    corkboard.payment_changes(v_payment, true));
  return v_invoice;
end
$$;
comment on function corkboard.remove_payment(uuid, uuid, integer) is
  'Moves a payment that was recorded by mistake to removed_payments, so that it counts in no sum and the books reverse it today. A PAID invoice becomes SENT again. The audit log keeps the payment''s amount, day, method and reference. p_version is the version of the invoice that the caller saw (null: any). Rejects with not_found, conflict (the invoice was changed since).';
