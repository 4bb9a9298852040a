create or replace function corkboard.refund_invoice(
  p_workspace uuid, p_invoice uuid, p_amount_cents bigint default null, p_on date default null, p_method text default null,
  p_reference text default null, p_note text default null, p_version integer default null
) returns corkboard.invoices
language plpgsql
as $$
declare
  v_invoice corkboard.invoices;
  v_refund corkboard.payments;
begin
  perform corkboard.check_payment(p_amount_cents, p_on, p_method, p_reference, p_note);
  v_invoice := corkboard.find_balance(p_workspace, p_invoice, p_amount_cents, p_on, p_version);
  insert into corkboard.payments
    (workspace_id, invoice_id, client_id, kind, amount_cents, currency, paid_on, method, reference, note, recorded_by)
  values
    (p_workspace, p_invoice, v_invoice.client_id, 'refund', -coalesce(p_amount_cents, v_invoice.balance_cents), v_invoice.currency,
     coalesce(p_on, corkboard.workspace_today(p_workspace)), p_method, p_reference, p_note, corkboard.current_recorder())
  returning * into v_refund;
  return corkboard.settle_invoice(p_workspace, p_invoice, corkboard.payment_changes(v_refund), 'invoice.refunded');
end
$$;
comment on function corkboard.refund_invoice(uuid, uuid, bigint, date, text, text, text, integer) is
  'Records that a balance was paid back. Null p_amount_cents is all of the balance, null p_on is today in the workspace''s time zone. p_version is the version that the caller saw (null: any). Rejects with validation (a malformed value, more than the balance, a day in the future), not_found, conflict (no balance, or changed since).';
