import { z } from 'zod';
import { subtotal } from '../money/totals.ts';
import { boundedCents, bps, currency, day, integer, maxQuantity } from '../vocabulary/fields.ts';
import { optionalText, requiredText } from '../vocabulary/text.ts';

// The content of an invoice or estimate, as it is drafted by an operation (draftInvoice.ts) and edited by an action
// (src/actions/editInvoice.ts). Without slonik, which would delay the start of the operator's command.

/** A line, as the API knows it. */
export const lineItem = z.strictObject({
  description: requiredText(500),
  quantityHundredths: integer(0, 100 * maxQuantity, ' of hundredths: 250 is 2.5')
    .default(100)
    .describe('250 is 2.5.'),
  unitPriceCents: boundedCents.describe('Price of one. taxInclusive says whether it includes tax.'),
  taxRateBps: bps.nullable().default(null).describe("Left out: the invoice's rate."),
});

/** The lines of an invoice: each `line`. */
export const linesOf = <Line extends z.ZodType>(line: Line) =>
  z
    .array(line)
    .min(1, { error: 'must have at least one line' })
    .max(50, { error: 'must have at most 50 lines' })
    .optional();

/** Runs of white space fold to one space before the length is measured. */
const poNumber = optionalText(
  64,
  z.string().overwrite(text => text.replace(/\s+/g, ' ')),
);

/** The fields of its content. */
export const invoiceContent = {
  amountCents: boundedCents
    .optional()
    .describe('Flat subtotal before discount; taxInclusive says whether it includes tax.'),
  lineItems: linesOf(lineItem),
  currency: currency
    .optional()
    .describe("ISO 4217 code. Defaults to the scope's currency, else the workspace's."),
  dueDate: day.optional().describe('YYYY-MM-DD.'),
  notes: optionalText(5000).describe('Printed on the document. Never returned.'),
  taxRateBps: bps
    .optional()
    .describe("2000 is 20 %, 0 is no tax. Defaults to the workspace's rate, which no call returns."),
  taxInclusive: z
    .boolean()
    .optional()
    .describe("false: tax is added. Defaults to the workspace's setting, which no call returns."),
  discountCents: boundedCents.default(0).describe('Taken off the subtotal before tax.'),
  poNumber: poNumber.describe("The client's purchase order number."),
  supplyDate: day.optional().describe('When the work was delivered, YYYY-MM-DD.'),
};

/** Whether an amount is rejected already. With it, nobody knows what the subtotal should have been. */
const isAboutSubtotal = ({ path = [] }: z.core.$ZodRawIssue) =>
  path[0] === 'amountCents' || path[0] === 'lineItems';

type Amounts = Parameters<typeof subtotal>[0] & { discountCents: number };

/** Checks that there is one source of the amount, and that the discount does not exceed it. For `superRefine`. */
export function checkAmounts(body: Amounts, context: z.RefinementCtx): void {
  const reject = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (body.amountCents === undefined && body.lineItems === undefined) {
    reject('amountCents', 'is required, unless lineItems is given');
  } else if (body.amountCents !== undefined && body.lineItems !== undefined) {
    reject('lineItems', 'cannot be combined with amountCents: leave one of them out');
  } else if (!context.issues.some(isAboutSubtotal) && BigInt(body.discountCents) > subtotal(body)) {
    reject('discountCents', 'must not exceed the subtotal');
  }
}
