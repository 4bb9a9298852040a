import { type InvoiceDocument, pricedOf } from '../../documents/invoiceDocument.ts';
import { amount, day, dayOf, fixed, percent } from '../../formatting/index.ts';
import { invoiceLines, taxByRate } from '../../money/totals.ts';
import { type Html, html, type Value } from '../html/html.ts';
import { letter } from './letter.ts';

/** The title of an invoice or estimate: `Invoice INV-0001`, or `Invoice` before it has a number. */
export const invoiceTitle = ({ kind, number }: { kind: string; number: string }): string =>
  `${kind === 'invoice' ? 'Invoice' : 'Estimate'} ${number}`.trim();

/** Whether it asks for money: estimates, paid and void invoices don't. */
export const isUnpaid = ({ kind, status }: InvoiceDocument['invoice']): boolean =>
  kind === 'invoice' && (status === 'DRAFT' || status === 'SENT');

/**
 * The invoice or estimate as its client sees it, and as it is printed. `heading` makes its title, at the page's level.
 */
export function invoiceDocument(document: InvoiceDocument, heading: (title: string) => Html): Html {
  const { invoice, notes } = document;
  return letter(
    document,
    html`${heading(invoiceTitle(invoice))}${stamp(document)}`,
    html`<dl class="facts">${facts(document).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`,
    html`${lines(document)}${totals(document)}${amountDue(document)}
      ${notes === null ? null : html`<div class="notes"><p class="text">${notes}</p></div>`}`,
  );
}

/** Its status, if that matters to a reader of the document. */
function stamp({ invoice: { status, paidAt }, voidedAt, from }: InvoiceDocument): Html | null {
  const on = (time: string | null) => dayOf(time!, from.locale, from.timeZone);
  if (status === 'DRAFT') return html`<p><span class="pill">Draft</span></p>`;
  if (status === 'PAID') return html`<p><span class="pill good">Paid on ${on(paidAt)}</span></p>`;
  if (status === 'VOID') return html`<p><span class="pill">Void since ${on(voidedAt)}</span></p>`;
  return null;
}

function facts({ invoice, projectName, from }: InvoiceDocument): [name: string, value: string][] {
  const { sentAt, dueDate, supplyDate, poNumber } = invoice;
  const dated: [string, string | null][] = [
    ['Date', sentAt && dayOf(sentAt, from.locale, from.timeZone)],
    [invoice.kind === 'invoice' ? 'Due' : 'Valid until', dueDate && day(dueDate, from.locale)],
    ['Date of supply', supplyDate && day(supplyDate, from.locale)],
    ['Your order', poNumber],
    ['Project', projectName],
  ];
  return dated.filter((fact): fact is [string, string] => fact[1] !== null);
}

/** A column of the lines: its heading and the content of its cells. */
type Column = [heading: string, isNumber: boolean, cell: (line: number) => Value];

/**
 * In narrow windows the style sheet stacks the cells of a line. Explicit roles keep them a table for screen readers.
 */
function lines(document: InvoiceDocument): Html {
  const columns = columnsOf(document);
  const rows = Math.max(1, document.invoice.lineItems.length);
  const kind = (isNumber: boolean) => (isNumber ? html` class="number"` : null);
  return html`
    <section class="scroll" aria-label="Lines" tabindex="0">
      <table class="lines" role="table">
        <thead role="rowgroup"><tr role="row">${columns.map(([heading, isNumber]) => html`<th scope="col" role="columnheader"${kind(isNumber)}>${heading}</th>`)}</tr></thead>
        <tbody role="rowgroup">${Array.from(
          { length: rows },
          (_, row) => html`
          <tr role="row">${columns.map(([heading, isNumber, says]) => html`<td role="cell" data-label="${heading}"${kind(isNumber)}>${says(row)}</td>`)}</tr>`,
        )}</tbody>
      </table>
    </section>`;
}

/** A flat amount is one line with the project's name. Values that are the same on every line get no column. */
function columnsOf(document: InvoiceDocument): Column[] {
  const { invoice, projectName, from } = document;
  const { lineItems, currency } = invoice;
  const money = (cents: bigint | number) => amount(Number(cents), currency, from.locale);
  const worked = invoiceLines(pricedOf(document));
  const isFlat = lineItems.length === 0;
  const rates = new Set(worked.map(({ taxRateBps }) => taxRateBps));
  const all: (Column | null)[] = [
    ['Description', false, line => lineItems[line]?.description ?? projectName],
    isFlat ? null : ['Quantity', true, line => fixed(lineItems[line]!.quantityHundredths, 2, from.locale)],
    isFlat ? null : ['Unit price', true, line => money(lineItems[line]!.unitPriceCents)],
    rates.size < 2 ? null : ['Tax', true, line => percent(worked[line]!.taxRateBps, from.locale)],
    ['Amount', true, line => money(worked[line]!.amountCents)],
  ];
  return all.filter(column => column !== null);
}

/** The sums of a document: subtotal, discount, tax at each rate, and total. */
export function totals(document: InvoiceDocument): Html {
  const { invoice, subtotalCents, from } = document;
  const { currency, discountCents, lateFeeCents, amountCents, totalCents, taxInclusive } = invoice;
  const money = (cents: bigint | number) => amount(Number(cents), currency, from.locale);
  const taxes = taxByRate(pricedOf(document)).filter(
    ({ taxRateBps }, _, all) => taxRateBps > 0 || all.length > 1,
  );
  const taxRows = taxes.map(({ taxRateBps, netCents, taxCents }): [string, string] => [
    `${taxInclusive ? 'Including tax' : 'Tax'}, ${percent(taxRateBps, from.locale)} on ${money(netCents)}`,
    money(taxCents),
  ]);
  const hasDiscount = discountCents > 0;
  const hasLateFee = lateFeeCents > 0;
  const rows = [
    hasDiscount || (taxes.length > 0 && !taxInclusive) ? row(['Subtotal', money(subtotalCents)]) : null,
    hasDiscount ? row(['Discount', money(-discountCents)]) : null,
    taxInclusive ? null : taxRows.map(row),
    hasLateFee ? row(['Amount', money(amountCents)]) : null,
    hasLateFee ? row(['Late fee', money(lateFeeCents)]) : null,
  ];
  return html`
    <table class="totals">
      <tbody>
        ${rows}
        <tr class="total"><th scope="row">Total</th><td class="number">${money(totalCents)}</td></tr>
        ${taxInclusive ? taxRows.map(row) : null}
      </tbody>
    </table>`;
}

/** The amount to pay and the due date; nothing on an estimate, and nothing once the invoice is paid or void. */
function amountDue({ invoice, from }: InvoiceDocument): Html | null {
  const { dueDate, totalCents, currency } = invoice;
  if (!isUnpaid(invoice)) return null;
  const words = dueDate === null ? 'Amount due' : `Amount due by ${day(dueDate, from.locale)}`;
  return html`<p class="due"><span>${words}</span> <strong>${amount(Number(totalCents), currency, from.locale)}</strong></p>`;
}

const row = ([name, value]: [string, string]) =>
  html`<tr><th scope="row">${name}</th><td class="number">${value}</td></tr>`;
