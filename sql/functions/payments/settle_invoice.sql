-- The only function that reads what was paid and credited of an invoice to decide on its status. SENT while they are below the
-- total; then PAID if a payment counts, and VOID if there are only credits. An invoice over nothing is PAID once a member says so.
drop function if exists corkboard.settle_invoice(uuid, uuid, jsonb);
create or replace function corkboard.settle_invoice(
  p_workspace uuid, p_invoice uuid, p_changes jsonb default null, p_entry text default 'invoice.paid'
) returns corkboard.invoices
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_before corkboard.invoices;
  v_invoice corkboard.invoices;
  v_paid record;
  v_credited bigint;
  v_left bigint;
  v_status text;
  v_entry text;
begin
  v_before := corkboard.find_invoice(p_workspace, p_invoice);
  select coalesce(sum(p.amount_cents), 0) as cents, count(*) filter (where p.amount_cents > 0) > 0 or p_entry = 'invoice.paid' as counts
    into v_paid
    from corkboard.payments p where p.workspace_id = p_workspace and p.invoice_id = p_invoice;
  select coalesce(sum(c.total_cents), 0) into v_credited
    from corkboard.credit_notes c where c.workspace_id = p_workspace and c.invoice_id = p_invoice;
  v_left := v_before.total_cents - v_paid.cents - v_credited;
  v_status := case when v_left > 0 then 'SENT' when v_paid.counts then 'PAID' when v_credited > 0 then 'VOID' else 'SENT' end;
  -- What the change itself doesn't say.
  v_entry := case when v_status not in (v_before.status, 'SENT') then nullif('invoice.' || lower(v_status), p_entry) end;
  update corkboard.invoices i
     set status = v_status,
         version = i.version + case when v_entry is null then 1 else 2 end,
         paid_at = case when v_status = 'PAID' then coalesce(i.paid_at, v_now) end,
         voided_at = case when v_status = 'VOID' then v_now end,
         part_paid_cents = case when v_status = 'SENT' then i.total_cents - v_left else 0 end,
         credited_cents = v_credited,
         balance_cents = case when v_status = 'PAID' then -v_left else 0 end
   where i.workspace_id = p_workspace and i.id = p_invoice
  returning * into v_invoice;
  perform corkboard.record_change(corkboard.current_actor(p_workspace), p_entry, 'invoice', p_invoice, p_changes);
  perform corkboard.record_change(corkboard.current_actor(p_workspace), v_entry, 'invoice', p_invoice, null) where v_entry is not null;
  if v_status = 'VOID' then
    perform corkboard.free_billed_time(p_workspace, p_invoice);
    perform corkboard.free_billed_items(p_workspace, p_invoice);
    perform corkboard.issue_document(p_workspace, 'invoice', p_invoice, v_invoice.late_fee_cents, v_invoice.late_fee_at, v_now);
  end if;
  if v_status = 'PAID' and v_before.status <> 'PAID' then
    perform corkboard.emit_event(p_workspace, 'invoice.paid', corkboard.invoice_event_data(v_invoice, 'invoice.paid'));
    perform corkboard.notify_members(p_workspace, 'paid', 'invoice.paid', array[p_invoice]);
  end if;
  return v_invoice;
end
$$;
comment on function corkboard.settle_invoice(uuid, uuid, jsonb, text) is
  'Brings the status and sums of a sent invoice up to date after its payments, credit notes or late fee changed. p_entry and p_changes are what the audit log keeps of that change. Emits invoice.paid and notifies members if the invoice becomes PAID; makes the time and agreed items that it bills unbilled again, and issues its document marked as void, if it becomes VOID.';
