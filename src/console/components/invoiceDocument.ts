import type { InvoiceView, PaymentView, TotalView } from '../../documents/documentView.ts';
import { acceptanceView, type EstimateState, estimateStamp } from '../../documents/estimate.ts';
import type { InvoiceDocument } from '../../documents/invoiceDocument.ts';
import { invoiceStamp, invoiceTotals, invoiceView } from '../../documents/invoiceView.ts';
import { localizerIn } from '../../documents/localizer.ts';
import { type Html, html, raw, type Value } from '../html/html.ts';
import { signatureBlock } from './agreedWork.ts';
import { letter } from './letter.ts';

/**
 * The invoice or estimate of a workspace as its client sees it, and as it is printed. `heading` makes its title, at the
 * page's level. `estimate`: what became of an estimate since it was sent. `afterwards`: what follows the document's content.
 */
export function invoiceDocument(
  document: InvoiceDocument,
  workspaceId: string,
  heading: (title: string) => Html,
  { estimate = null, afterwards = null }: { estimate?: EstimateState | null; afterwards?: Html | null } = {},
): Html {
  const view = invoiceView(document);
  const { title, remarks, lateFee, paid, due, payment, notes } = view;
  return letter(
    view,
    workspaceId,
    html`${heading(title)}${stamp(document, view, estimate)}`,
    html`${linesTable(view.title, view.columns, view.rows)}${totalsTable(view.totals)}
      ${remarks.map(remark => html`<p class="remark">${remark}</p>`)}
      ${lateFee.length === 0 ? null : totalsTable(lateFee)}
      ${paid.length === 0 ? null : totalsTable(paid)}
      ${due === null ? null : html`<p class="due"><span>${due.name}</span> <strong>${due.value}</strong></p>`}
      ${payment === null ? null : howToPay(payment)}
      ${notes === null ? null : html`<div class="notes"><p class="text">${notes}</p></div>`}
      ${estimate === null ? null : signatureBlock({ signature: acceptanceView(document, estimate) })}
      ${afterwards}`,
  );
}

/** Its status, if that matters to a reader of the document. */
function stamp(
  document: InvoiceDocument,
  { mark }: InvoiceView,
  estimate: EstimateState | null,
): Html | null {
  if (document.invoice.status === 'DRAFT') return html`<p><span class="pill">${mark}</span></p>`;
  const text = (estimate && estimateStamp(document, estimate)) ?? invoiceStamp(document);
  if (text === null) return null;
  const isGood = document.invoice.status === 'PAID' || estimate?.answer?.answer === 'accepted';
  return html`<p><span class="${isGood && document.invoice.status !== 'VOID' ? 'pill good' : 'pill'}">${text}</span></p>`;
}

/**
 * The lines of a document. In narrow windows the style sheet stacks the cells of a line. Explicit roles keep them a table for
 * screen readers.
 */
export function linesTable(
  label: string,
  columns: InvoiceView['columns'],
  rows: readonly (readonly Value[])[],
): Html {
  const kind = (column: number) => (columns[column]!.isNumber ? html` class="number"` : null);
  return html`
    <section class="scroll" aria-label="${label}" tabindex="0">
      <table class="lines" role="table">
        <thead role="rowgroup"><tr role="row">${columns.map(({ heading }, at) => html`<th scope="col" role="columnheader"${kind(at)}>${heading}</th>`)}</tr></thead>
        <tbody role="rowgroup">${rows.map(
          cells => html`
          <tr role="row">${cells.map((cell, at) => html`<td role="cell" data-label="${columns[at]!.heading}"${kind(at)}>${cell}</td>`)}</tr>`,
        )}</tbody>
      </table>
    </section>`;
}

/** The sums of a document, in the words of the person who fills in its form. */
export const totals = (document: InvoiceDocument): Html =>
  totalsTable(invoiceTotals(document, localizerIn('en', document.from.locale)));

/** The sums under the lines of a document. */
export const totalsTable = (rows: TotalView[]): Html => html`
  <table class="totals">
    <tbody>${rows.map(
      ({ name, value, isTotal }) => html`
      <tr${isTotal ? html` class="total"` : null}><th scope="row">${name}</th><td class="number">${value}</td></tr>`,
    )}</tbody>
  </table>`;

/** The code is the service's own SVG, without any text. */
const howToPay = ({ heading, facts, qr, link }: PaymentView): Html => html`
  <div class="payment">
    <div>
      <p><strong>${heading}</strong></p>
      <dl class="facts">${facts.map(({ name, value }) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
      ${link === null ? null : html`<p><a class="button" href="${link.url}" rel="noreferrer">${link.label}</a></p>`}
    </div>
    ${qr === null ? null : html`<figure><span aria-hidden="true">${raw(qr.svg)}</span><figcaption>${qr.caption}</figcaption></figure>`}
  </div>`;
