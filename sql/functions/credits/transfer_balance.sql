create or replace function corkboard.transfer_balance(
  p_workspace uuid, p_invoice uuid, p_to_invoice uuid, p_amount_cents bigint default null, p_on date default null,
  p_version integer default null
) returns corkboard.invoices
language plpgsql
as $$
declare
  v_invoice corkboard.invoices;
  v_to corkboard.invoices;
  v_due bigint;
  v_cents bigint;
  v_transfer constant uuid := corkboard.uuid_v7();
  v_part corkboard.payments;
begin
  perform
    corkboard.check_required('toInvoice', p_to_invoice),
    corkboard.check_payment(p_amount_cents, p_on);
  v_invoice := corkboard.find_balance(p_workspace, p_invoice, p_amount_cents, p_on, p_version);
  select i.* into v_to from corkboard.invoices i
   where i.workspace_id = p_workspace and i.id = p_to_invoice and i.kind = 'invoice' and i.status = 'SENT'
     and i.client_id = v_invoice.client_id and i.currency = v_invoice.currency and i.total_cents > i.part_paid_cents;
  if not found then
    perform corkboard.reject_field('toInvoice', 'must be an invoice of the same client and currency of which something is due');
  end if;
  v_due := v_to.total_cents - v_to.part_paid_cents;
  v_cents := coalesce(p_amount_cents, least(v_invoice.balance_cents, v_due));
  if v_cents > v_due then
    perform corkboard.reject_field('amountCents', format('must be at most %s, the amount due of %s', v_due, v_to.number), v_due);
  end if;
  insert into corkboard.payments
    (workspace_id, invoice_id, client_id, kind, amount_cents, currency, paid_on, reference, recorded_by, transfer_id)
  values
    (p_workspace, p_invoice, v_invoice.client_id, 'transfer', -v_cents, v_invoice.currency,
     coalesce(p_on, corkboard.workspace_today(p_workspace)), v_to.number, corkboard.current_recorder(), v_transfer)
  returning * into v_part;
  v_invoice := corkboard.settle_invoice(p_workspace, p_invoice, corkboard.payment_changes(v_part), 'invoice.balance_transferred');
  insert into corkboard.payments
    (workspace_id, invoice_id, client_id, kind, amount_cents, currency, paid_on, reference, recorded_by, transfer_id)
  values
    (p_workspace, p_to_invoice, v_invoice.client_id, 'transfer', v_cents, v_invoice.currency, v_part.paid_on, v_invoice.number,
     v_part.recorded_by, v_transfer)
  returning * into v_part;
  perform corkboard.settle_invoice(
    p_workspace, p_to_invoice, corkboard.payment_changes(v_part),
    case when v_cents = v_due then 'invoice.paid' else 'invoice.payment_recorded' end);
  return v_invoice;
end
$$;
comment on function corkboard.transfer_balance(uuid, uuid, uuid, bigint, date, integer) is
  'Uses the balance of an invoice to pay another one of the same client and currency. Null p_amount_cents is as much as the balance and what is due allow, null p_on is today in the workspace''s time zone. p_version is the version of the first invoice that the caller saw (null: any). Rejects with validation (another invoice, more than the balance or what is due, a day in the future), not_found, conflict (no balance, or changed since). Emits invoice.paid and notifies members if the other invoice becomes PAID.';
