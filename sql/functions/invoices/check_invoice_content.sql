create or replace function corkboard.check_invoice_content(
  p_currency text, p_line_items json, p_subtotal_cents bigint, p_discount_cents bigint, p_tax_rate_bps integer,
  p_tax_inclusive boolean, p_tax_cents bigint, p_due_date date, p_supply_date date, p_po_number text, p_notes text
) returns void
language plpgsql
as $$
begin
  perform
    corkboard.check_currency('currency', p_currency),
    corkboard.check_required('lineItems', p_line_items),
    corkboard.check_line_items('lineItems', p_line_items),
    corkboard.check_required('amountCents', p_subtotal_cents),
    corkboard.check_range('amountCents', p_subtotal_cents, 0, case p_line_items::text when '[]' then 100000000 else 9223372036854775807 end),
    corkboard.check_required('discountCents', p_discount_cents),
    corkboard.check_range('discountCents', p_discount_cents, 0, least(p_subtotal_cents, 100000000)),
    corkboard.check_required('taxRateBps', p_tax_rate_bps),
    corkboard.check_range('taxRateBps', p_tax_rate_bps, 0, 10000),
    corkboard.check_required('taxInclusive', p_tax_inclusive),
    corkboard.check_required('taxCents', p_tax_cents),
    corkboard.check_range('taxCents', p_tax_cents, 0, 9223372036854775807),
    corkboard.check_date('dueDate', p_due_date),
    corkboard.check_date('supplyDate', p_supply_date),
    corkboard.check_text('poNumber', p_po_number, 64),
    corkboard.check_text('notes', p_notes, 5000);
end
$$;
comment on function corkboard.check_invoice_content(text, json, bigint, bigint, integer, boolean, bigint, date, date, text, text) is
  'Rejects with validation content that an invoice or estimate can''t have. For draft_invoice and edit_invoice; the currency may be null.';
