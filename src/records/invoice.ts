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
  quantityHundredths: count,
  unitPriceCents: cents,
  taxRateBps: bps.nullable(),
});

/** The invoice as it leaves the service: never with notes or the share link (spec: What the service does). */
export const Invoice = z.strictObject({
  id,
  projectId: id,
  number: z.string(),
  kind: invoiceKind,
  status: invoiceStatus,
  currency,
  lineItems: z.array(LineItem),
  discountCents: cents,
  taxRateBps: bps,
  taxInclusive: z.boolean(),
  amountCents: cents,
  taxCents: cents,
  lateFeeCents: cents,
  totalCents: cents,
  dueDate: date.nullable(),
  supplyDate: date.nullable(),
  poNumber: z.string().nullable(),
  createdVia,
  createdAt: timestamp,
  sentAt: timestamp.nullable(),
  paidAt: timestamp.nullable(),
});
