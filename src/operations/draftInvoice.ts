import { z } from 'zod';
import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { day, unusualDigits, usualDigits } from '../formatting/index.ts';
import { amountsInWords, currencySign } from '../money/amountsInWords.ts';
import { invoiceAmounts, type Priced } from '../money/totals.ts';
import { exampleIds } from '../records/example.ts';
import { json, workspaceId } from '../records/fragments.ts';
import { Invoice } from '../records/invoice.ts';
import { invoiceKind } from '../vocabulary/fields.ts';
import { given } from '../vocabulary/given.ts';
import { asUuid } from '../vocabulary/id.ts';
import { otherFields, sameFor } from '../vocabulary/otherFields.ts';
import { appPath, projectId } from './common.ts';
import { callerRow, write } from './define.ts';
import { checkAmounts, invoiceContent } from './invoiceContent.ts';
import { fieldChanges, type ProjectState, projectChanges, projectState } from './replay.ts';

const input = z
  .strictObject({
    projectId,
    kind: invoiceKind
      .default('invoice')
      .describe('An estimate is an offer, valid until dueDate: nothing is owed.'),
    ...invoiceContent,
  })
  .superRefine(checkAmounts)
  // Says in the schema that one of the two is given, not both. Tools leave this out (src/http/mcp/inputSchema.ts).
  .meta({
    if: given('amountCents'),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { not: given('lineItems') },
    else: given('lineItems'),
  });

input.register(
  otherFields,
  sameFor(
    ['status', 'sentAt', 'paidAt', 'paid'],
    'A draft is always DRAFT: a person sends it, and records payments, in the console.',
  ),
);

const record = json(Invoice, 'i');

/** The SQL of the amounts in words: only the database knows the currency of an invoice that names none. */
function wordsByCurrency(invoice: Priced): FragmentSqlToken {
  const cases = [...unusualDigits].map(
    ([digits, currencies]) =>
      sql.fragment`when i.currency = any(${sql.array(currencies, 'text')}) then ${amountsInWords(invoice, digits)}`,
  );
  return sql.fragment`replace(
    case ${sql.join(cases, sql.fragment` `)} else ${amountsInWords(invoice, usualDigits)} end,
    ${currencySign}, i.currency)`;
}

/** The meaning of the due date. */
const untilWhen = { invoice: 'It is due on', estimate: 'It is valid until' };

/** The SQL of a sentence on each date: a mistaken year shows. Only the database knows the workspace's today. */
function datesInWords({ kind, dueDate, supplyDate }: z.infer<typeof input>): FragmentSqlToken[] {
  const isPast = sql.fragment`i.due_date < corkboard.workspace_today(i.workspace_id)`;
  const end = sql.fragment`case when ${isPast} then ', which is in the past.' else '.' end`;
  return [
    ...(dueDate === undefined ? [] : [sql.fragment`${` ${untilWhen[kind]} ${day(dueDate)}`} || ${end}`]),
    ...(supplyDate === undefined ? [] : [sql.fragment`${` The work was delivered on ${day(supplyDate)}.`}`]),
  ];
}

type InvoiceRecord = z.infer<typeof Invoice>;

const verbs = { DRAFT: 'is a draft again', SENT: 'was sent', PAID: 'was paid', VOID: 'was voided' };

const statusChanges = ({ kind, status }: InvoiceRecord, now: InvoiceRecord) =>
  now.status === status ? [] : [`The ${kind} ${verbs[now.status]}.`];

export const draftInvoice = write({
  name: 'draftInvoice',
  title: 'Draft an invoice',
  description:
    'Drafts an invoice or estimate from exactly one of amountCents and lineItems. Give taxRateBps and taxInclusive when you know them. Compare next, which repeats the amounts in words, with what you meant: if they differ, tell the person: a draft cannot be changed, sent or voided here. It stays a DRAFT until a person opens url and clicks Send. Only the app marks time as billed and turns accepted estimates into invoices. Example, 2.5 hours at 80.00 EUR plus 20 % tax: {"currency": "EUR", "taxRateBps": 2000, "taxInclusive": false, "lineItems": [{"description": "Design", "quantityHundredths": 250, "unitPriceCents": 8000}]} Example, 150,000 JPY without tax: {"currency": "JPY", "taxRateBps": 0, "amountCents": 150000}',
  path: '/invoices',
  scope: 'write:invoices',
  rejects: ['not_found'],
  input,
  example: {
    projectId: exampleIds.projectId,
    amountCents: 420_000,
    dueDate: '2027-01-31',
    poNumber: 'PO-1184',
  },
  output: z.strictObject({
    invoice: Invoice.describe('The draft; listInvoices describes their fields.'),
    url: appPath,
    next: z.string().describe("Amounts and dates in words, and a person's next step."),
  }),
  sqlCall: (body, workspace) => {
    const taxRateBps = body.taxRateBps ?? workspace?.taxRateBps;
    const taxInclusive = body.taxInclusive ?? workspace?.pricesIncludeTax;
    if (taxRateBps === undefined || taxInclusive === undefined) return null;
    const amounts = invoiceAmounts({ ...body, taxRateBps, taxInclusive });
    const lineItems = JSON.stringify(body.lineItems ?? []);
    const inWords = wordsByCurrency({ ...body, taxRateBps, taxInclusive });
    const unbilled =
      body.kind === 'invoice'
        ? [sql.fragment`corkboard.unbilled_time_note(i.workspace_id, i.project_id)`]
        : [];
    const opening = `Open the link, check the ${body.kind} and click Send: nothing has been sent yet. It is for `;
    return sql.fragment`
      select
        ${record} as invoice,
        '/projects/' || i.project_id || '?tab=invoices' as url,
        ${sql.join([sql.fragment`${opening}`, inWords, sql.fragment`'.'`, ...datesInWords(body), ...unbilled], sql.fragment` || `)} as next
      from corkboard.draft_invoice(
        ${callerRow}, ${asUuid(body.projectId)}, ${body.kind}, ${body.currency ?? null}, ${lineItems},
        ${amounts.subtotalCents}, ${body.discountCents}, ${taxRateBps}, ${taxInclusive}, ${amounts.taxCents},
        ${body.dueDate ?? null}, ${body.supplyDate ?? null}, ${body.poNumber ?? null}, ${body.notes ?? null}
      ) i`;
  },
  replay: {
    noun: 'invoice',
    smallestChange: 'other notes are',
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
