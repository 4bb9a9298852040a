import { sql } from '../../database/pool.ts';
import { type InvoiceDocument, invoiceDocumentOf } from '../../documents/invoiceDocument.ts';
import { invoiceTitle } from '../../documents/invoiceView.ts';
import { writingOf } from '../../documents/writing.ts';
import { workspaceId } from '../../operations/define.ts';
import { html } from '../html/html.ts';
import { downloadLink } from '../parts/downloadLink.ts';
import { invoiceDocument } from '../parts/invoiceDocument.ts';
import { hasEInvoice, invoiceFile } from '../records/documentFile.ts';
import { sharePage } from './sharePage.ts';

interface InvoiceShown extends InvoiceDocument {
  hasEInvoice: boolean;
}

/** An invoice or estimate that was sent. The client's first page view is recorded. */
export const invoicePage = sharePage<InvoiceShown>({
  page: 'invoice',
  finds: ({ token, isPageView, session, workspaceId: id }) =>
    sql.fragment`corkboard.open_invoice_link(${token}, ${isPageView}, ${sql.binary(session)}, ${id}::uuid)`,
  reads: invoiceDocumentOf(sql.fragment`corkboard.find_invoice(${workspaceId}, admitted.invoice_id)`, {
    columns: sql.fragment`, ${hasEInvoice} as "hasEInvoice"`,
    joins: sql.fragment``,
  }),
  files: { formats: ['pdf', 'xml'], reads: invoiceFile(sql.fragment`admitted.invoice_id`) },
  view: (document, { here, workspaceId: sender }) => {
    const writing = writingOf(document);
    const { language, words } = writing;
    return {
      title: words('titleFrom', {
        title: invoiceTitle(document.invoice, writing),
        sender: document.from.name,
      }),
      body: html`
      ${invoiceDocument(document, sender, title => html`<h1>${title}</h1>`)}
      <p class="actions" lang="${language}">${downloadLink(`${here}.pdf`, words('downloadPdf'))}${document.hasEInvoice ? downloadLink(`${here}.xml`, words('downloadXml')) : null}<button type="button" class="quiet" data-print="true" hidden>${words('print')}</button></p>`,
    };
  },
});
