/**
 * The amounts of an invoice (docs/decisions.md). Integers only: a line may reach 10^12 cents and a product
 * of two such numbers leaves what a double holds exactly, so every step is a bigint.
 */

interface Line {
  quantityHundredths: number;
  unitPriceCents: number;
  /** Null: the invoice's rate. */
  taxRateBps: number | null;
  /** Of a credit note, which takes back just what the invoice had: its share of the discount, and its tax. */
  discountCents?: number;
  taxCents?: number;
}

/** The amount that the caller named: a flat one, which is one line at the invoice's rate, or lines. */
interface AmountSource {
  amountCents?: number | undefined;
  lineItems?: readonly Line[] | undefined;
}

/** The sum of amounts in cents. */
export const sum = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((total, amount) => total + amount, 0n);

/** Division of what is not negative, rounded half up. */
export const divide = (dividend: bigint, divisor: bigint): bigint =>
  (2n * dividend + divisor) / (2n * divisor);

/** Each line's amount, in cents. */
function lineAmounts({ amountCents, lineItems = [] }: AmountSource): bigint[] {
  if (amountCents !== undefined) return [BigInt(amountCents)];
  return lineItems.map(line => divide(BigInt(line.quantityHundredths) * BigInt(line.unitPriceCents), 100n));
}

/** The sum of the lines, in cents, before discount and tax. */
export const subtotal = (source: AmountSource): bigint => sum(lineAmounts(source));

/**
 * Parts of `whole` in proportion to `weights`, by largest remainder: each part is rounded down, and what is
 * left goes, a unit each, to the largest remainders, the earlier first. The parts add up to `whole`.
 */
export function apportion(whole: bigint, weights: readonly bigint[]): bigint[] {
  const total = sum(weights);
  if (total === 0n) return weights.map(() => 0n);
  const parts = weights.map(weight => (whole * weight) / total);
  const byRemainder = weights
    .map((weight, line) => ({ line, remainder: (whole * weight) % total }))
    .sort((a, b) => (a.remainder === b.remainder ? a.line - b.line : a.remainder > b.remainder ? -1 : 1));
  const left = Number(whole - sum(parts));
  for (const { line } of byRemainder.slice(0, left)) parts[line]! += 1n;
  return parts;
}

/** The input of an invoice's amounts. */
export type Priced = AmountSource & { discountCents: number; taxRateBps: number; taxInclusive: boolean };

/** A line of an invoice, worked out. */
interface ComputedLine {
  /** Before discount. */
  amountCents: bigint;
  taxRateBps: number;
  /** Less its share of the discount; with its tax, where prices include tax. */
  discountedCents: bigint;
  taxCents: bigint;
}

/**
 * The lines of an invoice; a flat amount is one. Tax is rounded half up per line, on the line less its share of the
 * discount: on top of it, or, where prices include tax, out of it.
 */
export function invoiceLines(invoice: Priced): ComputedLine[] {
  const amounts = lineAmounts(invoice);
  const shares = apportion(BigInt(invoice.discountCents), amounts);
  return amounts.map((amountCents, line) => {
    const given = invoice.lineItems?.[line];
    const taxRateBps = given?.taxRateBps ?? invoice.taxRateBps;
    const rate = BigInt(taxRateBps);
    const discountedCents = amountCents - BigInt(given?.discountCents ?? shares[line]!);
    const taxCents = divide(discountedCents * rate, invoice.taxInclusive ? 10_000n + rate : 10_000n);
    return { amountCents, taxRateBps, discountedCents, taxCents: BigInt(given?.taxCents ?? taxCents) };
  });
}

/** The subtotal and the tax of an invoice, and its amount with tax, in cents. */
export function invoiceAmounts(
  invoice: Priced,
): Record<'subtotalCents' | 'taxCents' | 'amountCents', bigint> {
  const lines = invoiceLines(invoice);
  const subtotalCents = sum(lines.map(({ amountCents }) => amountCents));
  const taxCents = sum(lines.map(({ taxCents }) => taxCents));
  const netCents = subtotalCents - BigInt(invoice.discountCents);
  return { subtotalCents, taxCents, amountCents: invoice.taxInclusive ? netCents : netCents + taxCents };
}

/** The tax of an invoice at each rate, in cents, the highest rate first; the taxes add up to that of the invoice. */
export function taxByRate(invoice: Priced): { taxRateBps: number; netCents: bigint; taxCents: bigint }[] {
  const byRate = Map.groupBy(invoiceLines(invoice), ({ taxRateBps }) => taxRateBps);
  return [...byRate]
    .sort(([one], [other]) => other - one)
    .map(([taxRateBps, lines]) => {
      const taxCents = sum(lines.map(({ taxCents }) => taxCents));
      const discounted = sum(lines.map(({ discountedCents }) => discountedCents));
      return { taxRateBps, netCents: invoice.taxInclusive ? discounted - taxCents : discounted, taxCents };
    });
}

/** A price in cents, or in a power of ten of a cent: `moreDigits` after those of the currency. */
export interface UnitPrice {
  units: bigint;
  moreDigits: number;
}

/** A line without tax, as documents print it. */
export interface NetLine {
  /** Before discount. */
  netCents: bigint;
  /** Its share of the discount, without tax. */
  discountCents: bigint;
  taxRateBps: number;
  taxCents: bigint;
  /** Null: the amount is flat. */
  unitPrice: UnitPrice | null;
}

/**
 * The lines of an invoice without tax; `netCents` less `discountCents` is what is taxed. Where prices include tax, the
 * tax is taken out of each line before and after its share of the discount, and the discount is the difference.
 */
export function netLines(invoice: Priced): NetLine[] {
  return invoiceLines(invoice).map(({ amountCents, taxRateBps, discountedCents, taxCents }, at) => {
    const line = invoice.lineItems?.[at];
    if (!invoice.taxInclusive) {
      const unitPrice = line ? { units: BigInt(line.unitPriceCents), moreDigits: 0 } : null;
      return {
        netCents: amountCents,
        discountCents: amountCents - discountedCents,
        taxRateBps,
        taxCents,
        unitPrice,
      };
    }
    const rate = BigInt(taxRateBps);
    const isWhole = amountCents === discountedCents;
    const netCents = amountCents - (isWhole ? taxCents : divide(amountCents * rate, 10_000n + rate));
    const unitPrice = line ? netUnitPrice(line, rate, netCents) : null;
    return {
      netCents,
      discountCents: netCents - (discountedCents - taxCents),
      taxRateBps,
      taxCents,
      unitPrice,
    };
  });
}

/**
 * The unit price without its tax, with the fewest digits with which quantity times price is the line's net amount. Where
 * rounding to cents moved that amount away from the price, it is the amount through the quantity.
 */
function netUnitPrice(
  { quantityHundredths, unitPriceCents }: Line,
  rate: bigint,
  netCents: bigint,
): UnitPrice {
  const quantity = BigInt(quantityHundredths);
  // A quantity has at most seven digits, of which two are behind its point: five more in the price are enough.
  for (const [dividend, divisor] of [
    [BigInt(unitPriceCents) * 10_000n, 10_000n + rate],
    [netCents * 100n, quantity],
  ] as const)
    for (let moreDigits = 0; moreDigits <= 5; moreDigits++) {
      const scale = 10n ** BigInt(moreDigits);
      const units = divide(dividend * scale, divisor);
      if (quantity === 0n || divide(quantity * units, 100n * scale) === netCents)
        return { units, moreDigits };
    }
  throw new RangeError('The quantity is out of bounds.');
}
