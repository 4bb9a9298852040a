-- Each raise of an invoice's version writes one of these entries.
create or replace function corkboard.check_invoice_version(p_invoice corkboard.invoices, p_version integer) returns void
language plpgsql
as $$
begin
  if p_invoice.version <> p_version then
    perform corkboard.reject_outdated(
      p_invoice.workspace_id, p_invoice.number || ' was changed', array[p_invoice.id],
      '{invoice.edited,invoice.sent,invoice.late_fee,invoice.payment_recorded,invoice.payment_removed,invoice.paid,invoice.credited,
        invoice.refunded,invoice.balance_transferred,invoice.void,invoice.assigned,invoice.unassigned,
        estimate.planned,estimate.accepted,estimate.declined,estimate.converted}',
      p_invoice.version - p_version);
  end if;
end
$$;
comment on function corkboard.check_invoice_version(corkboard.invoices, integer) is
  'Checks that an invoice or estimate still has the version that a page showed (null: any). Rejects with conflict (reject_outdated).';
