import countryToCurrency from 'country-to-currency';
import { digitsOf, fixed } from '../formatting/index.ts';
import { divide } from '../money/totals.ts';
import { europeanUnion } from './europeanUnion.ts';
import type { InvoiceDocument } from './invoiceDocument.ts';

// An invoice in a foreign currency states its tax in the currency of the sender's country too (Directive 2006/112/EC, Article
// 230; in the United Kingdom regulation 14 of the VAT Regulations 1995).

const millionths = 1_000_000n;

/** The currency of the sender's country, if the document charges tax in another one; otherwise null. */
function ownCurrencyOf({ invoice, from }: InvoiceDocument): string | null {
  const currency = (countryToCurrency as Record<string, string | undefined>)[from.country ?? ''] ?? null;
  return invoice.taxCents > 0 && currency !== invoice.currency ? currency : null;
}

/** Whether a document must state its tax in the sender's own currency, and has no rate for it. */
export const lacksExchangeRate = (document: InvoiceDocument): boolean =>
  ownCurrencyOf(document) !== null &&
  document.exchangeRateMillionths === null &&
  (europeanUnion.has(document.from.country ?? '') || document.from.country === 'GB');

/** The tax of a document in the sender's own currency, at its rate; null: it isn't stated. */
export function taxInOwnCurrency(document: InvoiceDocument): { currency: string; cents: bigint } | null {
  const currency = ownCurrencyOf(document);
  const { exchangeRateMillionths: rate, invoice } = document;
  if (currency === null || rate === null) return null;
  const dividend = BigInt(invoice.taxCents) * millionths * 10n ** BigInt(digitsOf(currency));
  const divisor = BigInt(rate) * 10n ** BigInt(digitsOf(invoice.currency));
  return { currency, cents: divide(dividend, divisor) };
}

/** A rate with the decimals that it needs, at least two. */
export function rateText(rate: number, locale: string): string {
  let [units, digits] = [rate, 6];
  while (digits > 2 && units % 10 === 0) [units, digits] = [units / 10, digits - 1];
  return fixed(units, digits, locale);
}
