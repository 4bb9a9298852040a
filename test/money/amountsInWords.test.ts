import test from 'ava';
import { amountsInWords } from '../../src/money/amountsInWords.ts';

const line = (unitPriceCents: number, taxRateBps: number | null = null) => ({
  quantityHundredths: 100,
  unitPriceCents,
  taxRateBps,
});
const usual = { discountCents: 0, taxRateBps: 2000, taxInclusive: false };

for (const [invoice, words] of [
  [{ ...usual, amountCents: 120_000 }, '1,200.00 ¤ plus 20 % tax (240.00 ¤), 1,440.00 ¤ in all'],
  [{ ...usual, amountCents: 120_000, taxInclusive: true }, '1,200.00 ¤ including 20 % tax (200.00 ¤)'],
  [{ ...usual, amountCents: 120_000, taxRateBps: 0 }, '1,200.00 ¤ without tax'],
  [{ ...usual, amountCents: 1, taxRateBps: 725 }, '0.01 ¤ plus 7.25 % tax (0.00 ¤), 0.01 ¤ in all'],
  [
    { ...usual, amountCents: 120_000, discountCents: 10_000 },
    '1,200.00 ¤ less 100.00 ¤ discount, plus 20 % tax (220.00 ¤), 1,320.00 ¤ in all',
  ],
  [
    { ...usual, amountCents: 120_000, discountCents: 20_000, taxRateBps: 0 },
    '1,200.00 ¤ less 200.00 ¤ discount, without tax, 1,000.00 ¤ in all',
  ],
  [
    { ...usual, amountCents: 120_000, discountCents: 60_000, taxInclusive: true },
    '1,200.00 ¤ less 600.00 ¤ discount, including 20 % tax (100.00 ¤), 600.00 ¤ in all',
  ],
  [
    { ...usual, lineItems: [line(10_000), line(10_000, 500), line(5_000), line(1_000, 0)] },
    '260.00 ¤ plus 20 % and 5 % and 0 % tax (35.00 ¤), 295.00 ¤ in all',
  ],
] as const) {
  test(`an invoice in words: ${words}`, t => {
    t.is(amountsInWords(invoice, 2), words);
  });
}

test('amounts beyond the integers of a double are exact', t => {
  const invoice = {
    ...usual,
    lineItems: Array(50).fill({ ...line(100_000_000), quantityHundredths: 1_000_000 }),
  };
  t.regex(amountsInWords(invoice, 0), /^50,000,000,000,000 ¤ plus/);
});
