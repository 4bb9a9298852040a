import test from 'ava';
import fc from 'fast-check';
import { apportion, invoiceAmounts, netLines, type Priced, taxByRate } from '../../src/money/totals.ts';
import { pricedInvoice as invoice } from '../support/pricedInvoice.ts';

/**
 * The same sums another way: in the words of the rule, with fractions of bigints, the discount dealt out
 * cent by cent to the line with the largest remainder.
 */
function byHand(given: Priced) {
  const flat = { quantityHundredths: 100, unitPriceCents: given.amountCents!, taxRateBps: null };
  const lines = given.lineItems ?? [flat];
  const amounts = lines.map(({ quantityHundredths, unitPriceCents }) => {
    const product = BigInt(quantityHundredths) * BigInt(unitPriceCents);
    const whole = product / 100n;
    return product % 100n >= 50n ? whole + 1n : whole;
  });
  const total = amounts.reduce((sum, amount) => sum + amount, 0n);
  const shares = amounts.map(amount => (total === 0n ? 0n : (amount * BigInt(given.discountCents)) / total));
  for (
    let left = BigInt(given.discountCents) - shares.reduce((sum, share) => sum + share, 0n);
    left > 0n;
    left--
  ) {
    let most = 0;
    const owed = (i: number) => amounts[i]! * BigInt(given.discountCents) - shares[i]! * total;
    for (let i = 1; i < amounts.length; i++) if (owed(i) > owed(most)) most = i;
    shares[most]! += 1n;
  }
  let taxCents = 0n;
  amounts.forEach((amount, i) => {
    const rate = BigInt(lines[i]!.taxRateBps ?? given.taxRateBps);
    const base = amount - shares[i]!;
    const [numerator, denominator] = given.taxInclusive
      ? [base * rate, 10_000n + rate]
      : [base * rate, 10_000n];
    const remainder = numerator % denominator;
    taxCents += (numerator - remainder) / denominator + (2n * remainder >= denominator ? 1n : 0n);
  });
  return { subtotalCents: total, taxCents };
}

test('the totals of any invoice equal independent calculations', t => {
  fc.assert(
    fc.property(invoice, given => {
      const { subtotalCents, taxCents } = invoiceAmounts(given);
      const expected = byHand(given);
      return subtotalCents === expected.subtotalCents && taxCents === expected.taxCents;
    }),
    { numRuns: 500 },
  );
  t.pass();
});

test('parts add up to the whole, in proportion, with remainders to the earlier ones', t => {
  const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 8n }), weights, (whole, given) => {
      const total = given.reduce((sum, weight) => sum + weight, 0n);
      if (total === 0n) return true;
      const parts = apportion(whole, given);
      return (
        parts.reduce((sum, part) => sum + part, 0n) === whole &&
        parts.every((part, i) => {
          const exact = whole * given[i]!;
          return part * total > exact - total && part * total < exact + total;
        })
      );
    }),
    { numRuns: 300 },
  );
  t.deepEqual(apportion(10n, [1n, 1n, 1n]), [4n, 3n, 3n]);
  t.deepEqual(apportion(2n, [1n, 1n, 1n]), [1n, 1n, 0n]);
  t.deepEqual(apportion(0n, [0n, 0n]), [0n, 0n]);
});

test('halves round up', t => {
  const amounts = (
    unitPriceCents: number,
    quantityHundredths: number,
    taxRateBps: number,
    taxInclusive = false,
  ) =>
    invoiceAmounts({
      lineItems: [{ unitPriceCents, quantityHundredths, taxRateBps: null }],
      discountCents: 0,
      taxRateBps,
      taxInclusive,
    });
  t.is(amounts(1, 50, 0).subtotalCents, 1n);
  t.is(amounts(1, 49, 0).subtotalCents, 0n);
  t.is(amounts(5, 100, 1000).taxCents, 1n);
  t.is(amounts(4, 100, 1000).taxCents, 0n);
  t.is(amounts(3, 100, 2000, true).taxCents, 1n);
  t.is(amounts(1, 100, 10_000, true).taxCents, 1n);
});

test('taxes by rate, and lines without tax, add up to the totals, and quantity times price is a line’s amount', t => {
  const total = (amounts: bigint[]) => amounts.reduce((all, amount) => all + amount, 0n);
  fc.assert(
    fc.property(invoice, given => {
      const { subtotalCents, taxCents } = invoiceAmounts(given);
      const net = subtotalCents - BigInt(given.discountCents) - (given.taxInclusive ? taxCents : 0n);
      const byRate = taxByRate(given);
      const lines = netLines(given);
      t.is(total(byRate.map(rate => rate.taxCents)), taxCents);
      t.is(total(byRate.map(rate => rate.netCents)), net);
      const rates = byRate.map(({ taxRateBps }) => taxRateBps);
      t.true(rates.every((rate, i) => i === 0 || rate < rates[i - 1]!));
      t.is(total(lines.map(line => line.taxCents)), taxCents);
      t.is(total(lines.map(line => line.netCents - line.discountCents)), net);
      for (const [at, { netCents, unitPrice }] of lines.entries()) {
        const one = 'lineItems' in given ? given.lineItems[at]! : null;
        t.is(unitPrice === null, one === null);
        if (unitPrice === null || one === null) continue;
        const scale = 100n * 10n ** BigInt(unitPrice.moreDigits);
        const product = BigInt(one.quantityHundredths) * unitPrice.units;
        t.is((2n * product + scale) / (2n * scale), netCents);
      }
    }),
    { numRuns: 500 },
  );
});
