import { sql } from 'slonik';
import { z } from 'zod';
import { invoiceAmounts, subtotal } from '../money/totals.ts';
import { exampleIds } from '../records/example.ts';
import { json } from '../records/fragments.ts';
import { Invoice } from '../records/invoice.ts';
import { boundedCents, bps, currency, day, integer, invoiceKind } from '../vocabulary/fields.ts';
import { asUuid, recordId } from '../vocabulary/id.ts';
import { optionalText, requiredText } from '../vocabulary/text.ts';
import { callerRow, workspaceId, write } from './define.ts';
import { fieldChanges, type ProjectState, projectChanges, projectState } from './replay.ts';

const lineItem = z.strictObject({
  description: requiredText(500),
  quantityHundredths: integer(0, 1_000_000).default(100).describe('In hundredths: 250 is 2.5.'),
  unitPriceCents: boundedCents.describe('Of one, in the minor unit.'),
  taxRateBps: bps.nullable().default(null).describe('Of this line; null takes that of the invoice.'),
});

/** Runs of white space fold to one space before the length is measured. */
const poNumber = optionalText(
  64,
  z.string().overwrite(text => text.replace(/\s+/g, ' ')),
);

/** The JSON Schema of an object that has this field. Linters want the field under `properties` as well. */
const given = (field: string) => ({ properties: { [field]: {} }, required: [field] });

const input = z
  .strictObject({
    projectId: recordId.describe('From the list of projects.'),
    kind: invoiceKind.default('invoice').describe('An estimate is an offer: it is not owed.'),
    amountCents: boundedCents
      .optional()
      .describe('Flat subtotal, in the minor unit of the currency. Either this or lineItems.'),
    lineItems: z
      .array(lineItem)
      .min(1, { error: 'must have at least one line' })
      .max(50, { error: 'must have at most 50 lines' })
      .optional()
      .describe('Either these or amountCents.'),
    currency: currency.optional().describe('ISO 4217. That of the scope if left out, else of the workspace.'),
    dueDate: day.optional().describe('When payment is due.'),
    notes: optionalText(5000).describe('Printed on the invoice. Never returned.'),
    taxRateBps: bps.optional().describe('Basis points: 2000 is 20 %. That of the workspace if left out.'),
    taxInclusive: z.boolean().optional().describe('Prices include tax. As the workspace has it if left out.'),
    discountCents: boundedCents.default(0).describe('Off the subtotal, before tax.'),
    poNumber: poNumber.describe('Number of the purchase order of the client.'),
    supplyDate: day.optional().describe('When the work was delivered.'),
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
  })
  // Says in the schema that one of the two is given, not both. Not with oneOf: assistants refuse it at the top of a
  // tool's input.
  .meta({
    if: given('amountCents'),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { not: given('lineItems') },
    else: given('lineItems'),
  });

const record = json(Invoice, 'i');

type InvoiceRecord = z.infer<typeof Invoice>;

const verbs = { DRAFT: 'is a draft again', SENT: 'was sent', PAID: 'was paid', VOID: 'was voided' };

const statusChanges = ({ kind, status }: InvoiceRecord, now: InvoiceRecord) =>
  now.status === status ? [] : [`The ${kind} ${verbs[now.status]}.`];

export const draftInvoice = write({
  name: 'draftInvoice',
  title: 'Draft an invoice',
  description:
    'Drafts an invoice or estimate on a project, from either a flat amount or line items, not both. The result is always a DRAFT: a person opens the url, checks it and clicks Send. It cannot be sent, changed, paid or voided here. Amounts are integers in the minor unit of the currency (cents).',
  path: '/invoices',
  scope: 'write:invoices',
  refuses: ['not_found'],
  input,
  example: {
    projectId: exampleIds.projectId,
    amountCents: 420_000,
    dueDate: '2027-01-31',
    poNumber: 'PO-1184',
  },

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
        ${callerRow}, ${asUuid(body.projectId)}, ${body.kind}, ${body.currency ?? null}, ${lineItems},
        ${amounts.subtotalCents}, ${body.discountCents}, ${taxRateBps}, ${taxInclusive}, ${amounts.taxCents},
        ${body.dueDate ?? null}, ${body.supplyDate ?? null}, ${body.poNumber ?? null}, ${body.notes ?? null}
      ) i`;
  },
  replay: {
    noun: 'invoice',
    enough: 'other notes are',
    now: ({ answer }) => sql.fragment`
      select ${record} as invoice, ${projectState(sql.fragment`i.project_id`)} as project
      from corkboard.invoices i where i.workspace_id = ${workspaceId} and i.id = ${answer.invoice.id}`,
    changes: ({ answer }, now: { invoice: InvoiceRecord; project: ProjectState }) => [
      ...statusChanges(answer.invoice, now.invoice),
      ...fieldChanges(answer.invoice.kind, answer.invoice, now.invoice, 'status', 'sentAt', 'paidAt'),
      ...projectChanges(now.project),
    ],
  },
});
