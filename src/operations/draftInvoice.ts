import { sql } from 'slonik';
import { z } from 'zod';
import { invoiceAmounts, subtotal } from '../money.ts';
import { json } from '../records/columns.ts';
import { invoiceKind } from '../records/fields.ts';
import { Invoice } from '../records/invoice.ts';
import { caller, write } from './define.ts';
import { asUuid, bps, cents, currency, day, integer, optionalText, recordId, requiredText } from './input.ts';

const lineItem = z.strictObject({
  description: requiredText(500),
  quantityHundredths: integer(0, 1_000_000).default(100),
  unitPriceCents: cents,
  taxRateBps: bps.nullable().default(null),
});

/** Runs of white space fold to one space before the length is measured. */
const poNumber = optionalText(
  64,
  z.string().overwrite(text => text.replace(/\s+/g, ' ')),
);

const input = z
  .strictObject({
    projectId: recordId,
    kind: invoiceKind.default('invoice'),
    amountCents: cents.optional(),
    lineItems: z
      .array(lineItem)
      .min(1, { error: 'must have at least one line' })
      .max(50, { error: 'must have at most 50 lines' })
      .optional(),
    currency: currency.optional(),
    dueDate: day.optional(),
    notes: optionalText(5000),
    taxRateBps: bps.optional(),
    taxInclusive: z.boolean().optional(),
    discountCents: cents.default(0),
    poNumber,
    supplyDate: day.optional(),
  })
  .superRefine((body, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (body.amountCents === undefined && body.lineItems === undefined) {
      return refuse('amountCents', 'is required, unless lineItems is given');
    }
    if (body.amountCents !== undefined && body.lineItems !== undefined) {
      return refuse('lineItems', 'must be left out when amountCents is given');
    }
    if (BigInt(body.discountCents) > subtotal(body))
      refuse('discountCents', 'must not be above the subtotal');
  });

const record = json(Invoice, 'i');

export const draftInvoice = write({
  name: 'draftInvoice',
  title: 'Draft an invoice',
  description:
    'Drafts an invoice or estimate on a project, from either a flat amount or line items, not both. The result is always a DRAFT: a person opens the url, checks it and clicks Send. It cannot be sent, paid or voided here.',
  path: '/invoices',
  scope: 'write:invoices',
  refuses: ['not_found'],
  input,
  output: z.strictObject({ invoice: Invoice, url: z.string(), next: z.string() }),
  does: (body, workspace) => {
    const taxRateBps = body.taxRateBps ?? workspace.taxRateBps;
    const taxInclusive = body.taxInclusive ?? workspace.pricesIncludeTax;
    const amounts = invoiceAmounts({ ...body, taxRateBps, taxInclusive });
    const lineItems = JSON.stringify(body.lineItems ?? []);
    return sql.fragment`
      select
        ${record} as invoice,
        '/projects/' || i.project_id || '?tab=invoices' as url,
        ${`Open the link, check the ${body.kind} and click Send: nothing has been sent yet.`}::text as next
      from corkboard.draft_invoice(
        ${caller}, ${asUuid(body.projectId)}, ${body.kind}, ${body.currency ?? null}, ${lineItems},
        ${amounts.subtotalCents}, ${body.discountCents}, ${taxRateBps}, ${taxInclusive}, ${amounts.taxCents},
        ${body.dueDate ?? null}, ${body.supplyDate ?? null}, ${body.poNumber ?? null}, ${body.notes ?? null}
      ) i`;
  },
});
