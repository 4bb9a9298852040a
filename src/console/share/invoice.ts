import { sql } from '../../database/pool.ts';
import { html } from '../html/html.ts';
import { invoiceDocument, invoiceTitle } from '../parts/invoiceDocument.ts';
import { type InvoiceDocument, invoiceDocumentOf } from '../records/invoice.ts';
import { sharePage } from './sharePage.ts';

/** An invoice or estimate that was sent. The client's first page view is recorded. */
export const invoicePage = sharePage<InvoiceDocument>({
  page: 'invoice',
  finds: ({ token, isPageView, session }) =>
    sql.fragment`corkboard.open_shared_invoice(${token}, ${isPageView}, ${sql.binary(session)})`,
  reads: invoiceDocumentOf(sql.fragment`(select link.*)`),
  view: document => ({
    title: `${invoiceTitle(document.invoice)} from ${document.from.name}`,
    body: html`
      ${invoiceDocument(document, title => html`<h1>${title}</h1>`)}
      <p class="actions"><button type="button" class="quiet" data-print="true" hidden>Print</button></p>`,
  }),
});
