import { mailActions } from '../../../actions/documentMail.ts';
import { sql } from '../../../database/sql.ts';
import { creditNoteDocument } from '../../../documents/creditNote.ts';
import { creditNoteMail } from '../../../documents/mailValues.ts';
import { amount } from '../../../formatting/index.ts';
import { invoiceCrumbs } from '../../components/crumbs.ts';
import { facts } from '../../components/facts.ts';
import { html } from '../../html/html.ts';
import type { Page } from '../../page/page.ts';
import { type CreditNoteDetail, creditNoteAddress, creditNoteDetail } from '../../queries/creditNote.ts';
import { sendPage } from './sendPage.ts';

const path = '/invoices/:id/credit-notes/:number';

/** The page that sends a credit note. */
export const sendCreditNotePage: Page = sendPage<{ note: CreditNoteDetail }>({
  path: `${path}/send`,
  mail: [mailActions.credit_note, `${path}/mail`],
  at: {
    record: 'number',
    finds: ({ number }) => sql.fragment`corkboard.find_credit_note(begun.workspace_id, ${number!})`,
    parents: { id: 'invoice_id' },
    redirectTo: (_, { params: { id, number } }) => creditNoteAddress(id!, number!),
  },
  reads: ({ params }) => ({ note: creditNoteDetail(params.id!, params.number!) }),
  sends: ({ note: shown }, { person }) => {
    const { note, invoice, client, sharePath, hasEInvoice, mails, mailCount, ownTexts } = shown;
    const page = creditNoteAddress(invoice.id, note.number);
    const files = hasEInvoice ? ['pdf', 'xml'] : ['pdf'];
    return {
      crumbs: [...invoiceCrumbs(invoice), [note.number, page]],
      template: 'credit_note',
      refusal: sharePath === null && 'Its link doesn’t work while its project is in the trash.',
      client,
      text: creditNoteMail(creditNoteDocument(shown), ownTexts),
      link: sharePath,
      attached: files.map(format => [`${note.number}.${format}`, `${page}.${format}`] as const),
      mails,
      timesMailed: mailCount,
      record: note,
      summary: html`
        <p class="figure"><span>Amount</span> <strong>${amount(note.totalCents, invoice.currency, person.locale)}</strong></p>
        ${facts([
          ['Corrects', invoice.number],
          ['To', client.name],
        ])}
        <p><a href="${page}">See the credit note as the client will</a></p>`,
    };
  },
});
