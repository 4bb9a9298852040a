import { dateOf, dayOf, fixed, percent, period, shortDate } from '../formatting/index.ts';
import { type NetLine, netLines, sum, taxByRate } from '../money/totals.ts';
import { partFacts } from './agreementView.ts';
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
import { type Localizer, localizerOf } from './localizer.ts';
import { paymentOf } from './payment.ts';
import { taxNames } from './taxes.ts';
import { rateText, taxInOwnCurrency } from './taxInOwnCurrency.ts';

/** The title of an invoice, estimate or credit note: `Invoice INV-0001`, or `Invoice` before it has a number. */
export function invoiceTitle(
  { invoice, corrects }: Pick<InvoiceDocument, 'invoice' | 'corrects'>,
  { messages }: Localizer,
): string {
  const kind = corrects === undefined ? invoice.kind : corrects.isAll ? 'cancellation' : 'credit_note';
  return `${messages('title', { kind })} ${invoice.number}`.trim();
}

/** The view of an invoice or estimate, for page and PDF. */
export function invoiceView(document: InvoiceDocument): InvoiceView {
  const { invoice, notes } = document;
  const localizer = localizerOf(document);
  const { messages } = localizer;
  const sums = sumsOf(document);
  return printed({
    ...documentHead(document, localizer, { from: messages('from'), to: messages('to') }),
    title: invoiceTitle(document, localizer),
    number: invoice.number,
    mark: markOf(invoice, localizer),
    facts: facts(document, localizer),
    ...lines(document, sums, localizer),
    ...invoiceSums(document, localizer, sums),
    remarks: remarks(document, sums, localizer),
    payment: paymentOf(document, localizer),
    notes,
  });
}

/** The word that marks it on each page. */
function markOf({ status, kind }: InvoiceDocument['invoice'], { messages }: Localizer): string | null {
  if (status === 'DRAFT') return messages('draft');
  return status === 'VOID' ? messages('documentState', { state: 'void', kind }) : null;
}

/** The view of a payment reminder's PDF: the invoice with what was paid and is due at a time. */
export function reminderView(document: InvoiceDocument, at: string): InvoiceView {
  const view = invoiceView(document);
  const { messages, locale } = localizerOf(document);
  const date = shortDate(dateOf(at, document.from.timeZone), locale);
  return {
    ...view,
    title: messages('reminderTitle', { title: view.title }),
    facts: [{ name: messages('date'), value: date }, ...view.facts],
  };
}

/** The total, what was paid and credited and what is due of an invoice of which something was; empty: nothing was. */
export function sumsAfterPayment(document: InvoiceDocument, localizer: Localizer): Fact[] {
  const { totals, lateFee, paid, due } = invoiceSums(document, localizer);
  if (paid.length === 0 || due === null) return [];
  return [(lateFee.at(-1) ?? totals.at(-1))!, ...paid, due];
}

/** The sums below the lines, from the net amount to what is due. */
const invoiceSums = (document: InvoiceDocument, localizer: Localizer, sums = sumsOf(document)) => ({
  totals: totals(document, sums, localizer),
  lateFee: lateFee(document, localizer),
  paid: paid(document, localizer),
  due: due(document, localizer),
});

function facts(document: InvoiceDocument, { messages, locale }: Localizer): Fact[] {
  const { invoice, corrects, supplyUntil, projectName, from, to } = document;
  const { kind, sentAt, dueDate, supplyDate, poNumber } = invoice;
  const short = (day: string) => shortDate(day, locale);
  const isInvoice = kind === 'invoice' && corrects === undefined;
  const date = corrects?.creditedOn ?? (sentAt && dateOf(sentAt, from.timeZone));
  const days = isInvoice && date && dueDate ? daysBetween(date, dueDate) : -1;
  const isPeriod = supplyDate && supplyUntil && supplyUntil > supplyDate;
  return factsOf([
    [messages(isInvoice ? 'invoiceDate' : 'date'), date && short(date)],
    [
      messages('creditedInvoice'),
      corrects &&
        messages('invoiceOfDate', {
          number: corrects.number,
          date: short(dateOf(corrects.sentAt, from.timeZone)),
        }),
    ],
    [messages('creditReason'), corrects?.reason],
    isPeriod
      ? [messages('supplyPeriod'), period(supplyDate, supplyUntil, locale)]
      : [messages('supplyDate'), supplyDate && short(supplyDate)],
    [messages(isInvoice ? 'dueDate' : 'validUntil'), dueDate && short(dueDate)],
    [messages('paymentTerms'), days < 0 ? null : messages('payableWithin', { days })],
    [messages('order'), poNumber],
    [messages('buyerReference'), to.buyerReference],
    [messages('project'), projectName],
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
  localizer: Localizer,
): Pick<InvoiceView, 'columns' | 'rows'> {
  const { invoice, from } = document;
  const { lineItems, currency, taxInclusive } = invoice;
  const { messages, locale } = localizer;
  const { name: taxName, inText: tax } = taxNames(from, localizer);
  const isTaxed = rates.length > 0;
  const isItemized = lineItems.length > 0;
  const number = (heading: string, cell: Column['cell']): Column => ({ heading, isNumber: true, cell });
  const price = (line: number) => {
    const { units, moreDigits } = net[line]!.unitPrice!;
    return localizer.money(units, currency, moreDigits);
  };
  const columns: Column[] = [
    {
      heading: messages('description'),
      isNumber: false,
      cell: line => lineTextOf(document, line),
    },
    ...(isItemized
      ? [
          number(messages('quantity'), line => quantity(document, line, localizer)),
          number(messages(taxInclusive && isTaxed ? 'netUnitPrice' : 'unitPrice', { tax }), price),
        ]
      : []),
    ...(isTaxed ? [number(taxName, line => percent(net[line]!.taxRateBps, locale))] : []),
    number(messages(isTaxed ? 'net' : 'amount', { tax }), line =>
      localizer.money(net[line]!.netCents, currency),
    ),
  ];
  return {
    columns: columns.map(({ heading, isNumber }) => ({ heading, isNumber })),
    rows: net.map((_, line) => columns.map(({ cell }) => cell(line))),
  };
}

/** A quantity with its unit, if it has one: `2.5 hours`. */
function quantity(
  { invoice, lineUnits }: InvoiceDocument,
  line: number,
  { messages, locale }: Localizer,
): string {
  const { quantityHundredths } = invoice.lineItems[line]!;
  const number = fixed(quantityHundredths, 2, locale);
  const unit = lineUnits?.[line];
  return unit ? messages(unit, { number, count: quantityHundredths / 100 }) : number;
}

/** The sums below the lines: net, discount, the tax at each rate, and the total. */
export const invoiceTotals = (document: InvoiceDocument, localizer: Localizer): TotalView[] =>
  totals(document, sumsOf(document), localizer);

function totals(
  { invoice, corrects, from, zeroTaxReason }: InvoiceDocument,
  { net, rates }: Sums,
  localizer: Localizer,
): TotalView[] {
  const { currency, discountCents, taxCents, amountCents, taxInclusive } = invoice;
  const { messages, locale } = localizer;
  const money = (cents: bigint | number) => localizer.money(cents, currency);
  const tax = taxNames(from, localizer);
  const isTaxed = rates.length > 0;
  const rows: (readonly [name: string, cents: bigint | number])[] = [];
  if (discountCents > 0) {
    const name =
      taxInclusive && taxCents > 0
        ? messages('discountWithTax', { amount: money(discountCents), tax: tax.inText })
        : messages('discount');
    rows.push([messages('subtotal'), sum(net.map(({ netCents }) => netCents))]);
    rows.push([name, -sum(net.map(line => line.discountCents))]);
  }
  if (isTaxed) rows.push([messages('netTotal', { tax: tax.inText }), amountCents - taxCents]);
  for (const { taxRateBps, netCents, taxCents: cents } of rates) {
    const reason = taxRateBps === 0 && zeroTaxReason ? tax.reason(zeroTaxReason) : null;
    const named = { tax: tax.name, rate: percent(taxRateBps, locale), net: money(netCents) };
    rows.push([reason ? `${messages('taxAtRate', named)}, ${reason}` : messages('taxAtRate', named), cents]);
  }
  if (rates.length > 1) rows.push([messages('totalTax', { tax: tax.inText }), taxCents]);
  return [
    ...rows.map(([name, cents]) => ({ name, value: money(cents), isTotal: false })),
    {
      name: corrects
        ? messages('amountCredited')
        : messages('total', { isTaxed: String(taxCents > 0), tax: tax.inText }),
      value: money(amountCents),
      isTotal: true,
    },
  ];
}

/** Why lines are not taxed, and the tax in the sender's own currency: what the law asks for. */
function remarks(document: InvoiceDocument, { rates }: Sums, localizer: Localizer): string[] {
  const { from, zeroTaxReason, invoice, exchangeRateMillionths } = document;
  const isUntaxed = rates.some(({ taxRateBps }) => taxRateBps === 0);
  const tax = taxNames(from, localizer);
  const own = taxInOwnCurrency(document);
  const { country } = from;
  const { taxRateBps, taxInclusive: pricesIncludeTax, currency } = invoice;
  const plan = { country, taxRateBps, pricesIncludeTax, zeroTaxReason };
  return [
    ...partFacts(document.paymentParts, currency, plan, localizer).map(
      ({ name, value }) => `${name}: ${value}`,
    ),
    ...(zeroTaxReason && isUntaxed ? [tax.remark(zeroTaxReason)] : []),
    ...(own === null
      ? []
      : [
          localizer.messages('taxInCurrency', {
            tax: tax.name,
            amount: localizer.money(own.cents, own.currency),
            rate: `1 ${own.currency} = ${rateText(exchangeRateMillionths!, localizer.locale)} ${invoice.currency}`,
          }),
        ]),
  ];
}

/** Below the invoice, which stays as it was issued. */
function lateFee(
  { invoice, lateFeeAt, from }: InvoiceDocument,
  { messages, money, locale }: Localizer,
): TotalView[] {
  const { lateFeeCents, totalCents, currency } = invoice;
  if (lateFeeCents === 0) return [];
  const name = lateFeeAt
    ? messages('lateFeeOn', { date: dayOf(lateFeeAt, locale, from.timeZone) })
    : messages('lateFee');
  return [
    { name, value: money(lateFeeCents, currency), isTotal: false },
    { name: messages('totalWithLateFee'), value: money(totalCents, currency), isTotal: true },
  ];
}

function paid(
  { invoice, paidCents, lastPaidOn, creditedCents }: InvoiceDocument,
  { messages, money, day }: Localizer,
): TotalView[] {
  const row = (name: string, cents: number) => ({
    name,
    value: money(-cents, invoice.currency),
    isTotal: false,
  });
  return [
    ...(lastPaidOn === null || paidCents === 0
      ? []
      : [row(messages('paidSoFar', { date: day(lastPaidOn) }), paidCents)]),
    ...(creditedCents === 0 ? [] : [row(messages('credited'), creditedCents)]),
  ];
}

function due(document: InvoiceDocument, { messages, money, day }: Localizer): Fact | null {
  const { invoice, corrects } = document;
  const { kind, status, dueDate, currency, totalCents } = invoice;
  const dueCents = dueCentsOf(document);
  if (kind !== 'invoice' || status === 'VOID' || totalCents === 0 || corrects) return null;
  if (dueCents < 0) return { name: messages('balanceOfClient'), value: money(-dueCents, currency) };
  const name =
    dueDate === null || dueCents === 0
      ? messages('amountDue')
      : messages('amountDueBy', { date: day(dueDate) });
  return { name, value: money(dueCents, currency) };
}

/** Its state since it was issued, which pages show and stored documents don't; null: unchanged. */
export function invoiceStamp(document: InvoiceDocument): string | null {
  const { invoice, lastPaidOn, voidedAt, from } = document;
  const { messages, locale, day } = localizerOf(document);
  const on = (time: string) => ({ date: dayOf(time, locale, from.timeZone) });
  if (invoice.status === 'PAID' && invoice.paidAt)
    return messages('paidOn', lastPaidOn ? { date: day(lastPaidOn) } : on(invoice.paidAt));
  if (invoice.status === 'VOID' && voidedAt)
    return messages('voidSince', { kind: invoice.kind, ...on(voidedAt) });
  return null;
}
