import fc from 'fast-check';
import { subtotal } from '../../src/money/totals.ts';

const line = fc.record({
  description: fc.constant('A'),
  quantityHundredths: fc.oneof(
    fc.integer({ min: 0, max: 1_000_000 }),
    fc.constantFrom(0, 1, 33, 50, 100, 1_000_000),
  ),
  unitPriceCents: fc.oneof(
    fc.integer({ min: 0, max: 100_000_000 }),
    fc.constantFrom(0, 1, 3, 99, 100_000_000),
  ),
  taxRateBps: fc.option(fc.integer({ min: 0, max: 10_000 })),
});
/** Any amounts that an invoice may have. */
export const pricedInvoice = fc
  .record({
    source: fc.oneof(
      fc.array(line, { minLength: 1, maxLength: 50 }).map(lineItems => ({ lineItems })),
      fc.integer({ min: 0, max: 100_000_000 }).map(amountCents => ({ amountCents })),
    ),
    part: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1)),
    taxRateBps: fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(0, 725, 1900, 2000, 10_000)),
    taxInclusive: fc.boolean(),
  })
  .map(({ source, part, ...rest }) => {
    const most = Number(subtotal(source) > 100_000_000n ? 100_000_000n : subtotal(source));
    return { ...source, ...rest, discountCents: Math.floor(part * most) };
  });
