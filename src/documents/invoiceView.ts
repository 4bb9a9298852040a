import { dateOf, dayOf, fixed, percent, period, shortDate } from '../formatting/index.ts';
import { type NetLine, netLines, sum, taxByRate } from '../money/totals.ts';
import { documentHead } from './documentHead.ts';
import {
  type ColumnView,
  type Fact,
  factsOf,
  type InvoiceView,
  printed,
  type TotalView,
} from './documentView.ts';
import { dueCentsOf, type InvoiceDocument, lineTextOf, pricedOf } from './invoiceDocument.ts';
import { paymentOf } from './payment.ts';
import { taxNames } from './taxes.ts';
import { rateText, taxInOwnCurrency } from './taxInOwnCurrency.ts';
import { type Writing, writingOf } from './writing.ts';

/** The title of an invoice or estimate: `Invoice INV-0001`, or `Invoice` before it has a number. */
export const invoiceTitle = (
  { kind, number }: Pick<InvoiceDocument['invoice'], 'kind' | 'number'>,
  { words }: Writing,
): string => `${words('title', { kind })} ${number}`.trim();

/** What page and PDF of an invoice or estimate show. */
export function invoiceView(document: InvoiceDocument): InvoiceView {
  const { invoice, notes } = document;
  const writing = writingOf(document);
  const { words } = writing;
  const sums = sumsOf(document);
  return printed({
    ...documentHead(document, writing, { from: words('from'), to: words('to') }),
    title: invoiceTitle(invoice, writing),
    number: invoice.number,
    draftMark: invoice.status === 'DRAFT' ? words('draft') : null,
    facts: facts(document, writing),
    ...lines(document, sums, writing),
    ...invoiceSums(document, writing, sums),
    remarks: remarks(document, sums, writing),
    payment: paymentOf(document, writing),
    notes,
  });
}

/** What the PDF of a payment reminder shows: the invoice with what was paid and is due at a time. */
export function reminderView(document: InvoiceDocument, at: string): InvoiceView {
  const view = invoiceView(document);
  const { words, locale } = writingOf(document);
  const date = shortDate(dateOf(at, document.from.timeZone), locale);
  return {
    ...view,
    title: words('reminderTitle', { title: view.title }),
    facts: [{ name: words('date'), value: date }, ...view.facts],
  };
}

/** The total, what was paid and what is due of an invoice of which something was paid; empty: nothing was. */
export function sumsAfterPayment(document: InvoiceDocument, writing: Writing): Fact[] {
  const { totals, lateFee, paid, due } = invoiceSums(document, writing);
  if (paid.length === 0 || due === null) return [];
  return [(lateFee.at(-1) ?? totals.at(-1))!, ...paid, due];
}

/** The sums below the lines, from the net amount to what is due. */
const invoiceSums = (document: InvoiceDocument, writing: Writing, sums = sumsOf(document)) => ({
  totals: totals(document, sums, writing),
  lateFee: lateFee(document, writing),
  paid: paid(document, writing),
  due: due(document, writing),
});

function facts(document: InvoiceDocument, { words, locale }: Writing): Fact[] {
  const { invoice, supplyUntil, projectName, from, to } = document;
  const { kind, sentAt, dueDate, supplyDate, poNumber } = invoice;
  const short = (day: string) => shortDate(day, locale);
  const isInvoice = kind === 'invoice';
  const date = sentAt && dateOf(sentAt, from.timeZone);
  const days = isInvoice && date && dueDate ? daysBetween(date, dueDate) : -1;
  const isPeriod = supplyDate && supplyUntil && supplyUntil > supplyDate;
  return factsOf([
    [words(isInvoice ? 'invoiceDate' : 'date'), date && short(date)],
    isPeriod
      ? [words('supplyPeriod'), period(supplyDate, supplyUntil, locale)]
      : [words('supplyDate'), supplyDate && short(supplyDate)],
    [words(isInvoice ? 'dueDate' : 'validUntil'), dueDate && short(dueDate)],
    [words('paymentTerms'), days < 0 ? null : words('payableWithin', { days })],
    [words('order'), poNumber],
    [words('buyerReference'), to.buyerReference],
    [words('project'), projectName],
  ]);
}

const daysBetween = (from: string, until: string): number =>
  (Date.parse(until) - Date.parse(from)) / (24 * 60 * 60 * 1000);

/** The amounts of a document's lines and rates. */
interface Sums {
  net: NetLine[];
  /** The rates that it names: none, where nothing is taxed and no reason is given. */
  rates: ReturnType<typeof taxByRate>;
}

function sumsOf(document: InvoiceDocument): Sums {
  const priced = pricedOf(document);
  const rates = taxByRate(priced).filter(
    ({ taxRateBps }, _, all) => taxRateBps > 0 || all.length > 1 || document.zeroTaxReason,
  );
  return { net: netLines(priced), rates };
}

/** A column of the lines, and what it says in each. */
type Column = ColumnView & { cell: (line: number) => string };

/** A flat amount is one line with the project's name. All prices are shown without tax. */
function lines(
  document: InvoiceDocument,
  { net, rates }: Sums,
  writing: Writing,
): Pick<InvoiceView, 'columns' | 'rows'> {
  const { invoice, from } = document;
  const { lineItems, currency, taxInclusive } = invoice;
  const { words, locale } = writing;
  const isTaxed = rates.length > 0;
  const isItemized = lineItems.length > 0;
  const number = (heading: string, cell: Column['cell']): Column => ({ heading, isNumber: true, cell });
  const price = (line: number) => {
    const { units, moreDigits } = net[line]!.unitPrice!;
    return writing.money(units, currency, moreDigits);
  };
  const columns: Column[] = [
    {
      heading: words('description'),
      isNumber: false,
      cell: line => lineTextOf(document, line),
    },
    ...(isItemized
      ? [
          number(words('quantity'), line => quantity(document, line, writing)),
          number(words(taxInclusive && isTaxed ? 'netUnitPrice' : 'unitPrice'), price),
        ]
      : []),
    ...(isTaxed
      ? [number(taxNames(from, writing).name, line => percent(net[line]!.taxRateBps, locale))]
      : []),
    number(words(isTaxed ? 'net' : 'amount'), line => writing.money(net[line]!.netCents, currency)),
  ];
  return {
    columns: columns.map(({ heading, isNumber }) => ({ heading, isNumber })),
    rows: net.map((_, line) => columns.map(({ cell }) => cell(line))),
  };
}

/** A quantity with its unit, if it has one: `2.5 hours`. */
function quantity({ invoice, lineUnits }: InvoiceDocument, line: number, { words, locale }: Writing): string {
  const { quantityHundredths } = invoice.lineItems[line]!;
  const number = fixed(quantityHundredths, 2, locale);
  const unit = lineUnits?.[line];
  return unit ? words(unit, { number, count: quantityHundredths / 100 }) : number;
}

/** The sums below the lines: net, discount, the tax at each rate, and the total. */
export const invoiceTotals = (document: InvoiceDocument, writing: Writing): TotalView[] =>
  totals(document, sumsOf(document), writing);

function totals(
  { invoice, from, zeroTaxReason }: InvoiceDocument,
  { net, rates }: Sums,
  writing: Writing,
): TotalView[] {
  const { currency, discountCents, taxCents, amountCents, taxInclusive } = invoice;
  const { words, locale } = writing;
  const money = (cents: bigint | number) => writing.money(cents, currency);
  const tax = taxNames(from, writing);
  const isTaxed = rates.length > 0;
  const rows: (readonly [name: string, cents: bigint | number])[] = [];
  if (discountCents > 0) {
    const name =
      taxInclusive && taxCents > 0
        ? words('discountWithTax', { amount: money(discountCents), tax: tax.inText })
        : words('discount');
    rows.push([words('subtotal'), sum(net.map(({ netCents }) => netCents))]);
    rows.push([name, -sum(net.map(line => line.discountCents))]);
  }
  if (isTaxed) rows.push([words('netTotal'), amountCents - taxCents]);
  for (const { taxRateBps, netCents, taxCents: cents } of rates) {
    const reason = taxRateBps === 0 && zeroTaxReason ? tax.reason(zeroTaxReason) : null;
    const named = { tax: tax.name, rate: percent(taxRateBps, locale), net: money(netCents) };
    rows.push([reason ? `${words('taxAtRate', named)}, ${reason}` : words('taxAtRate', named), cents]);
  }
  if (rates.length > 1) rows.push([words('totalTax', { tax: tax.inText }), taxCents]);
  return [
    ...rows.map(([name, cents]) => ({ name, value: money(cents), isTotal: false })),
    { name: words('total', { isTaxed: String(taxCents > 0) }), value: money(amountCents), isTotal: true },
  ];
}

/** Why lines are not taxed, and the tax in the sender's own currency: what the law asks for. */
function remarks(document: InvoiceDocument, { rates }: Sums, writing: Writing): string[] {
  const { from, zeroTaxReason, invoice, exchangeRateMillionths } = document;
  const isUntaxed = rates.some(({ taxRateBps }) => taxRateBps === 0);
  const tax = taxNames(from, writing);
  const own = taxInOwnCurrency(document);
  return [
    ...(zeroTaxReason && isUntaxed ? [tax.remark(zeroTaxReason)] : []),
    ...(own === null
      ? []
      : [
          writing.words('taxInCurrency', {
            tax: tax.name,
            amount: writing.money(own.cents, own.currency),
            rate: `1 ${own.currency} = ${rateText(exchangeRateMillionths!, writing.locale)} ${invoice.currency}`,
          }),
        ]),
  ];
}

/** Below the invoice, which stays as it was issued. */
function lateFee(
  { invoice, lateFeeAt, from }: InvoiceDocument,
  { words, money, locale }: Writing,
): TotalView[] {
  const { lateFeeCents, totalCents, currency } = invoice;
  if (lateFeeCents === 0) return [];
  const name = lateFeeAt
    ? words('lateFeeOn', { date: dayOf(lateFeeAt, locale, from.timeZone) })
    : words('lateFee');
  return [
    { name, value: money(lateFeeCents, currency), isTotal: false },
    { name: words('totalWithLateFee'), value: money(totalCents, currency), isTotal: true },
  ];
}

function paid(
  { invoice, paidCents, lastPaidOn }: InvoiceDocument,
  { words, money, day }: Writing,
): TotalView[] {
  if (paidCents === 0 || lastPaidOn === null) return [];
  const name = words('paidSoFar', { date: day(lastPaidOn) });
  return [{ name, value: money(-paidCents, invoice.currency), isTotal: false }];
}

function due(document: InvoiceDocument, { words, money, day }: Writing): Fact | null {
  const { invoice, paidCents } = document;
  const { kind, status, dueDate, currency } = invoice;
  const dueCents = dueCentsOf(document);
  if (kind !== 'invoice' || status === 'VOID' || (dueCents === 0 && paidCents === 0)) return null;
  const name =
    dueDate === null || dueCents === 0 ? words('amountDue') : words('amountDueBy', { date: day(dueDate) });
  return { name, value: money(dueCents, currency) };
}

/** What has become of it since it was issued, which pages show and stored documents don't; null: nothing. */
export function invoiceStamp(document: InvoiceDocument): string | null {
  const { invoice, lastPaidOn, voidedAt, from } = document;
  const { words, locale, day } = writingOf(document);
  const on = (time: string) => ({ date: dayOf(time, locale, from.timeZone) });
  if (invoice.status === 'PAID' && invoice.paidAt)
    return words('paidOn', lastPaidOn ? { date: day(lastPaidOn) } : on(invoice.paidAt));
  if (invoice.status === 'VOID' && voidedAt) return words('voidSince', on(voidedAt));
  return null;
}
