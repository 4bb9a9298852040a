import { sql } from '../../database/pool.ts';
import { type CreditedInvoice, creditedInvoiceOf, creditNoteDocument } from '../../documents/creditNote.ts';
import { invoiceTitle } from '../../documents/invoiceView.ts';
import { localizerOf } from '../../documents/localizer.ts';
import { downloadLink } from '../components/downloadLink.ts';
import { invoiceDocument } from '../components/invoiceDocument.ts';
import { html } from '../html/html.ts';
import { creditNoteFile, hasCreditXml, numbered } from '../queries/creditNote.ts';
import { sharePage } from './sharePage.ts';

const id = sql.fragment`admitted.invoice_id`;

/** A credit note, below the link of its invoice. */
export const creditNotePage = sharePage<CreditedInvoice & { hasEInvoice: boolean }>({
  page: 'invoice',
  below: '/credit-notes/:number',
  reads: (_, { number }) =>
    creditedInvoiceOf(sql.fragment`i.id = ${id} and ${numbered(number!)}`, {
      columns: sql.fragment`, ${hasCreditXml}`,
      joins: sql.fragment``,
    }),
  files: { formats: ['pdf', 'xml'], reads: (_, { number }) => creditNoteFile(id, number!) },
  localizer: localizerOf,
  view: (credited, { here, workspaceId, localizer }) => {
    const document = creditNoteDocument(credited);
    const { messages } = localizer;
    const title = invoiceTitle(document, localizer);
    const link = here.slice(0, here.indexOf('/credit-notes/'));
    return {
      title: messages('titleFrom', { title, sender: document.from.name }),
      body: html`
      ${invoiceDocument(document, workspaceId, heading => html`<h1>${heading}</h1>`)}
      <p class="actions">${downloadLink(`${here}.pdf`, messages('downloadPdf'))}${credited.hasEInvoice ? downloadLink(`${here}.xml`, messages('downloadXml')) : null}<button type="button" class="quiet" data-print="true" hidden>${messages('print')}</button>
        <a href="${link}">${invoiceTitle(credited, localizer)}</a></p>`,
    };
  },
});
