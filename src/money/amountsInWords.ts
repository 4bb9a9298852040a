import { amountInDigits, fixed } from '../formatting/index.ts';
import { invoiceAmounts, invoiceLines, type Priced } from './totals.ts';

/** Stands for the code of the currency. No number contains it. */
export const currencySign = '¤';

/**
 * The total of an invoice in words: `12.00 ¤ plus 0.2 % tax (0.02 ¤), 12.02 ¤ in all`. They show a caller who mistook a
 * unit, such as a tax rate of 20 basis points for 20 %, what was understood. `digits` is how many the currency has after
 * the point.
 */
export function amountsInWords(invoice: Priced, digits: number): string {
  const { subtotalCents, taxCents, amountCents } = invoiceAmounts(invoice);
  const { taxInclusive, ...rest } = invoice;
  const discountCents = BigInt(rest.discountCents);
  const money = (cents: bigint) => `${amountInDigits(cents, digits)} ${currencySign}`;
  const rates = [...new Set(invoiceLines(invoice).map(({ taxRateBps }) => taxRateBps))];
  const isTaxed = rates.some(rate => rate !== 0);
  const tax = `${rates.map(rate => `${fixed(rate, 2)} %`).join(' and ')} tax (${money(taxCents)})`;
  return [
    money(subtotalCents),
    ...(discountCents === 0n ? [] : [` less ${money(discountCents)} discount,`]),
    ...(isTaxed ? [` ${taxInclusive ? 'including' : 'plus'} ${tax}`] : [' without tax']),
    ...(discountCents > 0n || (isTaxed && !taxInclusive) ? [`, ${money(amountCents)} in all`] : []),
  ].join('');
}
