import { z } from 'zod';
import { check } from '../admission/check.ts';
import { invoiceAmounts } from '../money/totals.ts';
import { checkAmounts, invoiceContent } from '../operations/invoiceContent.ts';
import { bps } from '../vocabulary/fields.ts';
import { action, field, hiddenInput } from './define.ts';
import { readVersion } from './fields.ts';
import { draftAnswer } from './invoice.ts';
import { checkPeriod, detailsOf, invoiceDetails, linesWithIds, withoutUnits } from './invoiceDetails.ts';

const { amountCents, currency, dueDate, notes, discountCents, poNumber, supplyDate } = invoiceContent;
const { zeroTaxReason, supplyUntil, language, exchangeRateMillionths } = invoiceDetails;

const input = z
  .strictObject({
    amountCents: field(amountCents, 'the flat amount, in place of lines', '<n>'),
    lineItems: field(
      linesWithIds,
      'the lines, like [{"description": "Design", "unitPriceCents": 8000, "unit": "hours"}]',
      '<json>',
    ),
    // Whether lines that bill time have their ids; otherwise they bill it as long as there are as many lines.
    namesLines: hiddenInput(z.boolean().optional()),
    currency: field(currency, 'by default the draft’s', '<c>'),
    taxRateBps: field(bps, 'in basis points: 2000 is 20 %', '<n>'),
    zeroTaxReason,
    exchangeRateMillionths,
    taxInclusive: field(z.boolean(), 'whether prices include tax', '<true|false>'),
    discountCents: field(discountCents, 'taken off the subtotal, before tax', '<n>'),
    dueDate: field(dueDate, 'when it is due', '<date>'),
    poNumber: field(poNumber, 'the client’s purchase order number', '<t>'),
    supplyDate: field(supplyDate, 'when the work was delivered', '<date>'),
    supplyUntil,
    language,
    notes: field(notes, 'printed on the document', '<t>'),
    version: readVersion,
  })
  .superRefine(checkAmounts)
  .superRefine(checkPeriod);

/** The details and, from a form that has them, the ids of the lines. */
function editedDetails(content: z.infer<typeof input>): string {
  const details = detailsOf(content);
  if (!content.namesLines) return details;
  const ids = (content.lineItems ?? []).map(({ id }) => id ?? null);
  return JSON.stringify({ ...JSON.parse(details), line_ids: ids });
}

export const editInvoice = action({
  name: 'invoice.edit',
  summary: 'Replace what a DRAFT says; what is not given is removed',
  button: 'Save draft',
  on: 'invoice',
  input,
  // The amounts are computed as for a draft. The check is for the operator's command, which checks each option alone.
  prepare: async given => {
    const content = check(input, given);
    const { subtotalCents, taxCents } = invoiceAmounts(content);
    return {
      lineItems: JSON.stringify(withoutUnits(content.lineItems)),
      details: editedDetails(content),
      amountCents: String(subtotalCents),
      taxCents: String(taxCents),
    };
  },
  sqlCall:
    'edit_invoice(p_workspace => begun.workspace_id, p_invoice => record.id, p_version => :version, p_currency => :currency, p_line_items => :lineItems, p_subtotal_cents => :amountCents, p_discount_cents => :discountCents, p_tax_rate_bps => :taxRateBps, p_tax_inclusive => :taxInclusive, p_tax_cents => :taxCents, p_due_date => :dueDate, p_supply_date => :supplyDate, p_po_number => :poNumber, p_notes => :notes, p_details => :details)',
  answer: draftAnswer,
  isOffered: ({ status }) => status === 'DRAFT',
  done: 'Draft saved.',
  auditEntries: { 'invoice.edited': 'edited the draft of an invoice or estimate' },
});
