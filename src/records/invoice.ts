import { z } from 'zod';
import {
  bps,
  cents,
  count,
  createdVia,
  currency,
  date,
  invoiceKind,
  invoiceStatus,
  timestamp,
} from '../vocabulary/fields.ts';
import { id } from '../vocabulary/id.ts';

export const LineItem = z.strictObject({
  description: z.string(),
  quantityHundredths: count.describe('250 is 2.5.'),
  unitPriceCents: cents,
  taxRateBps: bps.nullable().describe("null: the invoice's rate."),
});

/** The invoice as it leaves the service: never with notes or the share link. */
export const Invoice = z.strictObject({
  id,
  projectId: id,
  number: z.string().describe('Like INV-0001.'),
  kind: invoiceKind,
  status: invoiceStatus,
  currency,
  lineItems: z.array(LineItem).describe('Empty if the amount is flat.'),
  discountCents: cents.describe('Taken off before tax.'),
  taxRateBps: bps.describe('2000 is 20 %.'),
  taxInclusive: z.boolean().describe('Whether prices include tax.'),
  amountCents: cents.describe('After discount, tax included, without the late fee.'),
  taxCents: cents.describe('The tax in amountCents.'),
  lateFeeCents: cents,
  totalCents: cents.describe(
    'What the client owes: amountCents and the late fee. Partial payments, which the app shows, are not taken off.',
  ),
  dueDate: date.nullable().describe('Of an estimate: until when it is valid.'),
  supplyDate: date.nullable().describe('When the work was delivered.'),
  poNumber: z.string().nullable().describe('Purchase order number.'),
  createdVia,
  createdAt: timestamp,
  sentAt: timestamp.nullable(),
  paidAt: timestamp.nullable().describe('When all was paid; null after a partial payment.'),
});
