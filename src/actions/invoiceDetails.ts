import { z } from 'zod';
import { lineItem, linesOf } from '../operations/invoiceContent.ts';
import { languages, lineUnits } from '../vocabulary/documents.ts';
import { day, integer } from '../vocabulary/fields.ts';
import { zeroTaxReason as reason } from '../vocabulary/partyFields.ts';
import { field } from './define.ts';

// Details that members set on an invoice or estimate besides its content, which is all that the API has.

const { description, quantityHundredths, ...prices } = lineItem.shape;
const unit = z.enum(lineUnits).nullable().optional();

const lineWithUnit = z.strictObject({ description, quantityHundredths, unit, ...prices });

/** The lines with their units. */
export const linesWithUnits = linesOf(lineWithUnit);

/** The lines with their units, and the ids of those that bill time. */
export const linesWithIds = linesOf(lineWithUnit.extend({ id: z.uuid().optional() }));

/** The fields of its details, besides the units of its lines. */
export const invoiceDetails = {
  supplyUntil: field(day.optional(), 'the last day, if the work took from supplyDate until then', '<date>'),
  language: field(z.enum(languages).optional(), 'of the document; by default the client’s', '<l>'),
  zeroTaxReason: field(
    reason.optional(),
    'why no tax is charged; by default the client’s, otherwise the workspace’s',
    '<r>',
  ),
  exchangeRateMillionths: field(
    integer(1, 1_000_000_000_000_000, ' of millionths: 1089300 is 1.0893').optional(),
    'what one unit of your country’s currency is in the invoice’s currency, to state its tax in yours too',
    '<n>',
  ),
};

/** The details as a form or command gives them. */
export interface Details {
  lineItems?: { unit?: string | null | undefined }[] | undefined;
  supplyDate?: string | undefined;
  supplyUntil?: string | undefined;
  language?: string | undefined;
  zeroTaxReason?: string | undefined;
  exchangeRateMillionths?: number | undefined;
}

/** Checks that a period of supply has both its days, in their order. For `superRefine`. */
export function checkPeriod({ supplyDate, supplyUntil }: Details, context: z.RefinementCtx): void {
  if (supplyUntil === undefined) return;
  const reject = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (supplyDate === undefined) reject('supplyDate', 'is required if supplyUntil is given');
  else if (supplyUntil < supplyDate) reject('supplyUntil', 'must not be before supplyDate');
}

/** The lines as the API knows them, without their units and ids. */
export const withoutUnits = <Line extends { unit?: unknown; id?: unknown }>(
  lines: Line[] = [],
): Omit<Line, 'unit' | 'id'>[] => lines.map(({ unit, id, ...line }) => line);

/** The details by the names of their columns, as JSON. */
export function detailsOf(details: Details): string {
  const { lineItems = [], supplyUntil, language, zeroTaxReason, exchangeRateMillionths } = details;
  const units = lineItems.map(({ unit }) => unit ?? null);
  return JSON.stringify({
    language: language ?? null,
    line_units: units.some(unit => unit !== null) ? units : null,
    supply_until: supplyUntil ?? null,
    zero_tax_reason: zeroTaxReason ?? null,
    exchange_rate_millionths: exchangeRateMillionths ?? null,
  });
}
