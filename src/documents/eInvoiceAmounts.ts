import { digitsOf } from '../formatting/amounts.ts';
import { decimal } from '../money/decimal.ts';
import { divide, type NetLine, netLines, taxByRate, type UnitPrice } from '../money/totals.ts';
import { type InvoiceDocument, type LineUnit, lineTextOf, pricedOf } from './invoiceDocument.ts';
import type { ZeroTaxReason } from './partySnapshot.ts';

/** The category of a tax (UNCL5305): standard, zero rated, exempt, reverse charge, outside the scope of tax, export. */
export type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'O' | 'G';

const zeroCategories: Record<ZeroTaxReason, TaxCategory> = {
  reverse_charge: 'AE',
  services_outside_eu: 'O',
  export: 'G',
  exempt: 'E',
  small_business: 'E',
  zero_rated: 'Z',
};

/** The category of a rate on the document. */
export const categoryOf = (taxRateBps: number, reason: ZeroTaxReason | null): TaxCategory =>
  taxRateBps > 0 ? 'S' : reason === null ? 'Z' : zeroCategories[reason];

interface EInvoiceLine {
  description: string;
  unit: LineUnit | null;
  quantityHundredths: number;
  /** Of one, without tax, as decimal text. */
  price: string;
  /** Without tax, before discount. */
  netCents: bigint;
  taxRateBps: number;
}

/** The amounts of one rate; all without tax but `taxCents`. */
export interface EInvoiceTax {
  taxRateBps: number;
  /** The share of the discount. */
  allowanceCents: bigint;
  /** After the discount. */
  netCents: bigint;
  taxCents: bigint;
}

/**
 * The price of one, as decimal text: the one that the document prints if quantity times price is the line's amount within
 * half a hundredth, because Peppol allows 0.02; otherwise the amount through the quantity, with as many digits as that takes.
 */
function priceOf({ netCents, unitPrice }: NetLine, quantityHundredths: number, digits: number): string {
  const quantity = BigInt(quantityHundredths);
  const isClose = ({ units, moreDigits }: UnitPrice) => {
    const difference = units * quantity - netCents * 100n * 10n ** BigInt(moreDigits);
    return 2n * (difference < 0n ? -difference : difference) <= 10n ** BigInt(digits + moreDigits);
  };
  let price = unitPrice ?? { units: netCents, moreDigits: 0 };
  for (let moreDigits = 0; quantity > 0n && !isClose(price); moreDigits++) {
    price = { units: divide(netCents * 100n * 10n ** BigInt(moreDigits), quantity), moreDigits };
  }
  return decimal(price.units, digits + price.moreDigits);
}

/** The lines of a document without tax and before discount, and its taxes by rate, the highest rate first. */
export function eInvoiceAmounts(document: InvoiceDocument): { lines: EInvoiceLine[]; taxes: EInvoiceTax[] } {
  const { invoice, lineUnits } = document;
  const priced = pricedOf(document);
  const digits = digitsOf(invoice.currency);
  const net = netLines(priced);
  const lines = net.map((line, at): EInvoiceLine => {
    const item = invoice.lineItems[at] ?? { quantityHundredths: 100 };
    return {
      description: lineTextOf(document, at),
      unit: invoice.lineItems.length === 0 ? 'flat' : (lineUnits?.[at] ?? null),
      quantityHundredths: item.quantityHundredths,
      price: priceOf(line, item.quantityHundredths, digits),
      netCents: line.netCents,
      taxRateBps: line.taxRateBps,
    };
  });
  const taxes = taxByRate(priced).map(tax => {
    const ofRate = net.filter(({ taxRateBps }) => taxRateBps === tax.taxRateBps);
    const allowanceCents = ofRate.reduce((total, { discountCents }) => total + discountCents, 0n);
    return { ...tax, allowanceCents };
  });
  return { lines, taxes };
}

/**
 * Whether a tax is as close to its rate of the net amount as EN 16931 asks: by less than one unit of the currency, of which
 * a hundredth goes to the rounding of the rule itself.
 */
export function isWithinTolerance(
  { taxRateBps, netCents, taxCents }: EInvoiceTax,
  currency: string,
): boolean {
  const difference = taxCents * 10_000n - netCents * BigInt(taxRateBps);
  const most = 9_900n * 10n ** BigInt(digitsOf(currency));
  return -most < difference && difference < most;
}
