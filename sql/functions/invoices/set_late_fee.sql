-- A part payment or credit counts towards the total with the fee. A fee with which they reach the total settles the invoice.
create or replace function corkboard.set_late_fee(
  p_workspace uuid, p_invoice uuid, p_cents bigint, p_version integer default null
) returns corkboard.invoices
language plpgsql
as $$
declare
  v_now timestamptz;
  v_before_cents bigint;
  v_paid_cents bigint;
  v_invoice corkboard.invoices;
begin
  perform corkboard.check_required('lateFeeCents', p_cents);
  perform corkboard.check_range('lateFeeCents', p_cents, 0, 100000000);
  perform corkboard.lock_workspace(p_workspace);
  v_now := clock_timestamp();
  v_invoice := corkboard.find_invoice(p_workspace, p_invoice);
  if v_invoice.kind <> 'invoice' or v_invoice.status <> 'SENT' then
    perform corkboard.reject('conflict',
      format('%s is a %s %s: a late fee goes on a SENT invoice.', v_invoice.number, v_invoice.status, v_invoice.kind));
  end if;
  perform corkboard.check_invoice_version(v_invoice, p_version);
  v_paid_cents := v_invoice.part_paid_cents;
  -- Without its fee the invoice would be paid already, so this much of the fee was paid or credited.
  if p_cents < v_paid_cents - v_invoice.amount_cents then
    perform corkboard.reject_field('cents',
      format('must be at least %s, the part of it that was paid or credited', v_paid_cents - v_invoice.amount_cents),
      v_paid_cents - v_invoice.amount_cents);
  end if;
  v_before_cents := v_invoice.late_fee_cents;
  update corkboard.invoices i
     set late_fee_cents = p_cents,
         late_fee_at = case when p_cents = 0 then null
                            when i.late_fee_cents = p_cents then i.late_fee_at
                            else v_now end,
         part_paid_cents = case when i.amount_cents + p_cents = v_paid_cents then 0 else v_paid_cents end
   where i.workspace_id = p_workspace and i.id = p_invoice
  returning * into v_invoice;
  if v_invoice.late_fee_cents <> v_before_cents then
    perform corkboard.issue_document(p_workspace, 'invoice', p_invoice, v_invoice.late_fee_cents, v_invoice.late_fee_at);
    return corkboard.settle_invoice(p_workspace, p_invoice, p_entry => 'invoice.late_fee', p_changes => jsonb_build_object(
      'currency', jsonb_build_array(v_invoice.currency, v_invoice.currency),
      'lateFeeCents', jsonb_build_array(v_before_cents, v_invoice.late_fee_cents)));
  end if;
  return v_invoice;
end
$$;
comment on function corkboard.set_late_fee(uuid, uuid, bigint, integer) is
  'Sets the late fee, in cents, of a SENT invoice, which increases its total, and when that was, and issues another version of its document. p_version is the version that the caller saw (null: any). Rejects with validation (also less than what was paid or credited of the fee), not_found, conflict (not a SENT invoice, or changed since). Emits invoice.paid and notifies members if the invoice becomes PAID.';
