-- A part payment leaves the invoice SENT and emits nothing. An invoice over nothing becomes PAID without a payment.
create or replace function corkboard.record_payment(
  p_workspace uuid, p_invoice uuid, p_amount_cents bigint default null, p_on date default null, p_method text default null,
  p_reference text default null, p_note text default null, p_version integer default null
) returns corkboard.invoices
language plpgsql
as $$
declare
  v_today date;
  v_invoice corkboard.invoices;
  v_due bigint;
  v_payment corkboard.payments;
begin
  perform corkboard.check_payment(p_amount_cents, p_on, p_method, p_reference, p_note);
  perform corkboard.lock_workspace(p_workspace);
  v_today := corkboard.workspace_today(p_workspace);
  if p_on > v_today then
    perform corkboard.reject_field('on', 'must be today or earlier');
  end if;
  v_invoice := corkboard.find_invoice(p_workspace, p_invoice);
  perform corkboard.check_status_change(v_invoice, 'PAID');
  perform corkboard.check_invoice_version(v_invoice, p_version);
  v_due := v_invoice.total_cents - v_invoice.part_paid_cents;
  if p_amount_cents > v_due then
    perform corkboard.reject_field('amountCents', format('must be at most %s, the amount due', v_due), v_due);
  end if;
  if v_due = 0 then
    return corkboard.settle_invoice(p_workspace, p_invoice);
  end if;
  insert into corkboard.payments
    (workspace_id, invoice_id, client_id, amount_cents, currency, paid_on, method, reference, note, recorded_by)
  values
    (p_workspace, p_invoice, v_invoice.client_id, coalesce(p_amount_cents, v_due), v_invoice.currency, coalesce(p_on, v_today), p_method,
     p_reference, p_note, corkboard.current_recorder())
  returning * into v_payment;
  return corkboard.settle_invoice(
    p_workspace, p_invoice, corkboard.payment_changes(v_payment),
    case when v_payment.amount_cents = v_due then 'invoice.paid' else 'invoice.payment_recorded' end);
end
$$;
comment on function corkboard.record_payment(uuid, uuid, bigint, date, text, text, text, integer) is
  'Records a payment of a SENT invoice, which becomes PAID once its payments and credits reach its total. Null p_amount_cents is all that is due, null p_on is today in the workspace''s time zone. p_version is the version that the caller saw (null: any). Rejects with validation (a malformed value, more than is due, a day in the future), not_found, conflict (see check_status_change; changed since). Emits invoice.paid and notifies members if the invoice becomes PAID.';
