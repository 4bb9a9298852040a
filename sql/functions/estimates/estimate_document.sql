-- json instead of jsonb, which would reorder the fields: the client's answer is about these bytes. What is sent never changes,
-- and neither does this.
create or replace function corkboard.estimate_document(p_workspace uuid, p_estimate uuid) returns json
language plpgsql stable
as $$
begin
  return (
    select corkboard.with_payment_parts(row_to_json(d), (
      select corkboard.payment_parts(i.payment_plan, i.subtotal_cents - i.discount_cents, i.currency) from corkboard.invoices i
       where i.workspace_id = p_workspace and i.id = p_estimate)) from (
      select i.number, corkboard.iso(i.sent_at) as "sentAt", i.due_date as "validUntil", i.currency, i.line_items as "lineItems",
             i.line_units as "lineUnits", i.subtotal_cents as "subtotalCents", i.discount_cents as "discountCents",
             i.tax_rate_bps as "taxRateBps", i.tax_inclusive as "taxInclusive", i.tax_cents as "taxCents",
             i.total_cents as "totalCents", i.zero_tax_reason as "zeroTaxReason", i.supply_date as "supplyDate",
             i.supply_until as "supplyUntil", i.po_number as "poNumber", i.notes, i.language,
             coalesce(i.party_snapshot, corkboard.party_snapshot(p_workspace, i.project_id)) as parties
        from corkboard.invoices i
       where i.workspace_id = p_workspace and i.id = p_estimate) d);
end
$$;
comment on function corkboard.estimate_document(uuid, uuid) is
  'The estimate as its client answers it: its content and the parties. The answer keeps these bytes and their SHA-256.';
