-- Nothing is emitted. If the invoice is paid again, invoice.paid is emitted again.
create or replace function corkboard.remove_payment(p_workspace uuid, p_payment uuid, p_version integer default null) returns corkboard.invoices
language plpgsql
as $$
declare
  v_named corkboard.payments;
  v_payment corkboard.payments;
  v_invoice corkboard.invoices;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_named := corkboard.require_record(null::corkboard.payments, p_workspace, p_payment, 'payment');
  perform corkboard.check_invoice_version(corkboard.find_invoice(p_workspace, v_named.invoice_id), p_version);
  -- Both rows of a transfer, or just the payment.
  for v_payment in
    select p.* from corkboard.payments p
     where p.workspace_id = p_workspace and (p.id = p_payment or p.transfer_id = v_named.transfer_id)
     order by p.amount_cents
  loop
    v_invoice := corkboard.find_invoice(p_workspace, v_payment.invoice_id);
    if v_payment.amount_cents > 0 and exists (
      select 1 from corkboard.payments p
       where p.workspace_id = p_workspace and p.invoice_id = v_invoice.id and p.amount_cents < 0
    ) then
      perform corkboard.reject('conflict',
        format('Of what was paid for %s, some was refunded or transferred: remove that first.', v_invoice.number));
    end if;
    insert into corkboard.removed_payments
      (workspace_id, id, invoice_id, client_id, kind, amount_cents, currency, paid_on, method, reference, note, recorded_by, recorded_at,
       transfer_id, removed_on, removed_by)
    values
      (p_workspace, v_payment.id, v_payment.invoice_id, v_payment.client_id, v_payment.kind, v_payment.amount_cents,
       v_payment.currency, v_payment.paid_on, v_payment.method, v_payment.reference, v_payment.note, v_payment.recorded_by,
       v_payment.recorded_at, v_payment.transfer_id, corkboard.workspace_today(p_workspace), corkboard.current_recorder());
    delete from corkboard.payments p where p.workspace_id = p_workspace and p.id = v_payment.id;
    perform corkboard.settle_invoice(
      p_workspace, v_invoice.id, corkboard.payment_changes(v_payment, true), 'invoice.payment_removed');
  end loop;
  return corkboard.find_invoice(p_workspace, v_named.invoice_id);
end
$$;
comment on function corkboard.remove_payment(uuid, uuid, integer) is
  'Moves a payment, refund or transfer that was recorded by mistake to removed_payments, so that it counts in no sum and the books reverse it today. A PAID invoice becomes SENT again once its payments and credits are below its total, and VOID if only credits are left. The audit log keeps the payment''s amount, day, method and reference. p_version is the version of the invoice that the caller saw (null: any). Rejects with not_found, conflict (of what was paid, some was refunded or transferred; the invoice was changed since).';
