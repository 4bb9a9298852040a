import { sql } from '../../database/pool.ts';
import { html } from '../html/html.ts';
import { invoiceDocument, invoiceTitle } from '../parts/invoiceDocument.ts';
import { documentOf, type InvoiceDocument } from '../records/invoice.ts';
import { shared } from './shared.ts';

/** An invoice or estimate, from when it was sent. The client's first look at it is its view. */
export const invoicePage = shared<InvoiceDocument>({
  page: 'invoice',
  finds: ({ token, isLook, session }) =>
    sql.fragment`corkboard.open_shared_invoice(${token}, ${isLook}, ${sql.binary(session)})`,
  reads: documentOf(sql.fragment`(select link.*)`),
  view: document => ({
    title: `${invoiceTitle(document.invoice)} from ${document.from.name}`,
    body: html`
      ${invoiceDocument(document, title => html`<h1>${title}</h1>`)}
      <p class="actions"><button type="button" class="quiet" data-print="true" hidden>Print</button></p>`,
  }),
});
