import { acceptEstimate, declineEstimate } from '../../actions/estimate.ts';
import { sql } from '../../database/pool.ts';
import { answerNotice, type EstimateState, estimateState, isAnswerable } from '../../documents/estimate.ts';
import { type InvoiceDocument, invoiceDocumentOf } from '../../documents/invoiceDocument.ts';
import { invoiceTitle, invoiceView } from '../../documents/invoiceView.ts';
import { localizerOf } from '../../documents/localizer.ts';
import { workspaceId } from '../../records/fragments.ts';
import { numberInPath } from '../../vocabulary/documents.ts';
import { downloadLink } from '../components/downloadLink.ts';
import { invoiceDocument } from '../components/invoiceDocument.ts';
import { pagination } from '../components/pagination.ts';
import { type Html, html } from '../html/html.ts';
import { hasEInvoice, invoiceFile } from '../queries/documentFile.ts';
import { creditNotesOf } from '../queries/invoice.ts';
import type { Paged } from '../queries/pageLimit.ts';
import { clientForm } from './clientForm.ts';
import { byClient, confirmation, pageOf, type SharePageContext, sharePage } from './sharePage.ts';

interface InvoiceShown extends InvoiceDocument {
  hasEInvoice: boolean;
  estimate: EstimateState | null;
  /** A page of its credit notes, oldest first. */
  creditNotes: Paged<{ number: string }>;
}

const estimateBegun = sql.fragment`begun.invoice_id`;
const accept = byClient('accept', acceptEstimate, estimateBegun, {
  button: 'acceptEstimate',
  declaration: 'estimate',
});
const decline = byClient('decline', declineEstimate, estimateBegun, {
  button: 'declineEstimate',
  hint: 'recordKept',
});

/** An invoice or estimate that was sent, for its client to read and to answer. The client's first page view is recorded. */
export const invoicePage = sharePage<InvoiceShown>({
  page: 'invoice',
  finds: ({ token, isPageView, session, workspaceId: id }) =>
    sql.fragment`corkboard.open_invoice_link(${token}, ${isPageView}, ${sql.binary(session)}, ${id}::uuid)`,
  reads: search =>
    invoiceDocumentOf(sql.fragment`corkboard.find_invoice(${workspaceId}, admitted.invoice_id)`, {
      columns: sql.fragment`, ${hasEInvoice} as "hasEInvoice", ${estimateState()} as estimate,
        ${creditNotesOf(pageOf(search), sql.fragment`n.number`, sql.fragment`n.sequence`)} as "creditNotes"`,
      joins: sql.fragment``,
    }),
  files: { formats: ['pdf', 'xml'], reads: invoiceFile(sql.fragment`admitted.invoice_id`) },
  localizer: localizerOf,
  view: (document, context) => {
    const { here, workspaceId: sender, localizer } = context;
    const { estimate } = document;
    const { messages } = localizer;
    return {
      title: messages('titleFrom', {
        title: invoiceTitle(document, localizer),
        sender: document.from.name,
      }),
      body: html`
      ${confirmation(answered(document))}
      ${dueAtOnce(document)}${invoiceDocument(document, sender, title => html`<h1>${title}</h1>`, { estimate, afterwards: answerForms(document, context) })}
      <p class="actions">${downloadLink(`${here}.pdf`, messages('downloadPdf'))}${document.hasEInvoice ? downloadLink(`${here}.xml`, messages('downloadXml')) : null}<button type="button" class="quiet" data-print="true" hidden>${messages('print')}</button>
        ${document.creditNotes.data.map(({ number }) => html` <a href="${here}/credit-notes/${numberInPath(number)}">${messages('documentName', { kind: 'credit_note', name: number, isNamed: 'true' })}</a>`)}</p>
      ${pagination(document.creditNotes.page, here, { messages })}`,
    };
  },
  posts: [accept, decline],
});

/** The amount due, which on a phone stands above the document too, as the same below its lines is far down; null: nothing. */
function dueAtOnce(document: InvoiceShown): Html | null {
  const { due } = invoiceView(document);
  return due === null
    ? null
    : html`<p class="due first"><span>${due.name}</span> <strong>${due.value}</strong></p>`;
}

/** Who answered a sent estimate, and when; null: it has no answer. */
function answered(document: InvoiceShown): Html | null {
  const notice = document.estimate && answerNotice(document, document.estimate);
  return notice === null ? null : html`${notice}`;
}

/** The forms that answer an estimate; null if there is nothing to answer. */
function answerForms({ invoice, estimate, from }: InvoiceShown, context: SharePageContext): Html | null {
  if (estimate === null || !isAnswerable(invoice, estimate)) return null;
  const { messages, day } = context.localizer;
  const seen = { document: estimate.sha256 };
  const declining = clientForm(context, decline, seen, decline.button);
  if (!estimate.isPastDue) return html`${clientForm(context, accept, seen)}${declining}`;
  const expired = messages('estimateExpired', { date: day(invoice.dueDate!), sender: from.name });
  return html`<p class="empty">${expired}</p>${declining}`;
}
