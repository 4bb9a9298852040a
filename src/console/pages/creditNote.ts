import { creditInvoice } from '../../actions/credit.ts';
import { creditNoteDocument } from '../../documents/creditNote.ts';
import { amount, moment, percent } from '../../formatting/index.ts';
import { card } from '../components/card.ts';
import { invoiceCrumbs } from '../components/crumbs.ts';
import { mailList, sendLink } from '../components/documentMail.ts';
import { downloadLink } from '../components/downloadLink.ts';
import { facts } from '../components/facts.ts';
import { invoiceDocument } from '../components/invoiceDocument.ts';
import { statusOf } from '../components/invoiceTable.ts';
import { shareLink } from '../components/shareLink.ts';
import type { Field, FieldOptions } from '../forms/fields.ts';
import { type FormOptions, form } from '../forms/form.ts';
import type { ActionRow, Post } from '../forms/post.ts';
import { type Html, html } from '../html/html.ts';
import { recorderName } from '../html/personName.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import {
  type CreditNoteDetail,
  creditNoteAddress,
  creditNoteDetail,
  uncreditedOf,
} from '../queries/creditNote.ts';
import { type InvoiceDetail, invoiceDetail } from '../queries/invoice.ts';
import type { PageContext } from '../requests/pageContext.ts';

/** The address of the page that corrects an invoice. */
export const correctAddress = (id: string): string => `/invoices/${id}/correct`;

/** A form of the page: it credits what these fields say. */
function crediting(how: string, names: readonly string[], looks: Record<string, FieldOptions> = {}): Post {
  return byAction(creditInvoice, {
    path: `/invoices/:id/correct${how}`,
    name: `${creditInvoice.name}${how.replace('/', '-')}`,
    names: [...names, 'reason', 'version'],
    // The cards of the forms say what happens.
    irreversible: undefined,
    redirectTo: ({ creditNote }: ActionRow) => creditNoteAddress(creditNote.invoiceId, creditNote.number),
    looks: {
      reason: { rows: 2, required: true, hint: 'Printed as you write it: use your client’s language' },
      ...looks,
    },
  });
}

const whole = crediting('', []);
const ofLines = crediting('/lines', ['lines'], { lines: { kind: 'choices', hint: undefined } });
const ofAmount = {
  ...crediting('/amount', ['amountCents', 'taxRateBps'], {
    amountCents: { label: 'Amount with tax', hint: undefined, required: true },
    taxRateBps: { required: true, hint: undefined },
  }),
  // Without an amount the action credits all that is left.
  input: creditInvoice.input.required({ amountCents: true, taxRateBps: true }),
};

/** An invoice with one rate needs no choice of it. */
const hiddenRate = (field: Field): Field =>
  field.name === 'taxRateBps' ? { ...field, hidden: true } : field;

interface Rows {
  invoice: InvoiceDetail;
  left: { left: { taxRateBps: number; cents: number }[] };
}

/** The page that corrects an invoice: all of it, some lines, or an amount. */
export const correctInvoicePage = page<Rows>({
  path: '/invoices/:id/correct',
  reads: ({ params }) => ({ invoice: invoiceDetail(params.id!), left: uncreditedOf(params.id!) }),
  view: ({ invoice: shown, left: { left } }, context) => {
    const { invoice } = shown;
    return {
      title: `Correct ${invoice.number}`,
      crumbs: invoiceCrumbs(invoice),
      status: statusOf(shown),
      body: creditInvoice.isOffered!({ ...invoice, creditedCents: shown.creditedCents })
        ? forms(shown, left, context)
        : html`<p class="empty">A sent invoice can be corrected until nothing of it is left. <a href="/invoices/${invoice.id}">Open ${invoice.number}</a></p>`,
    };
  },
  posts: [whole, ofLines, ofAmount],
});

function forms(shown: InvoiceDetail, left: Rows['left']['left'], context: PageContext): Html {
  const { invoice, creditedCents, creditedLines, paidCents, projectName, version } = shown;
  const { locale } = context.person;
  const money = (cents: number) => amount(cents, invoice.currency, locale);
  const section = (heading: string, text: string, post: Post, given: FormOptions) =>
    html`<section class="card"><h2>${heading}</h2><p>${text}</p>${form(context, post, {
      ...given,
      currency: invoice.currency,
      values: { version, ...given.values },
    })}</section>`;
  const items = invoice.lineItems.length > 0 ? invoice.lineItems : [{ description: projectName }];
  const open = items
    .map(({ description }, at): [string, string] => [String(at + 1), description])
    .filter(([line]) => !creditedLines.includes(Number(line)));
  const restCents = invoice.totalCents - creditedCents;
  return html`
    <p>A credit note takes back what was invoiced, and stays beside the invoice, which keeps its number and total. You can’t change or remove it afterwards.</p>
    ${section(
      creditedCents === 0 ? 'All of it' : 'All that is left',
      `${money(restCents)}${invoice.lateFeeCents > 0 ? ', with its late fee' : ''}. ${
        paidCents === 0
          ? 'The invoice becomes void, because nothing was paid.'
          : `What was paid, ${money(paidCents)}, becomes a balance that you refund or transfer.`
      }`,
      whole,
      {},
    )}
    ${open.length === 0 || items.length === 1 ? null : section('Some lines', 'Each with its share of the discount and its tax.', ofLines, { options: { lines: open } })}
    ${section(
      'An amount',
      `Up to ${left.map(({ taxRateBps, cents }) => `${money(cents)} at ${percent(taxRateBps, locale)}`).join(', ')}.`,
      left.length === 1 ? { ...ofAmount, fields: ofAmount.fields.map(hiddenRate) } : ofAmount,
      { values: { taxRateBps: left[0]?.taxRateBps } },
    )}`;
}

/** A credit note as its client sees it. */
export const creditNotePage = page<{ note: CreditNoteDetail }>({
  path: '/invoices/:id/credit-notes/:number',
  reads: ({ params }) => ({ note: creditNoteDetail(params.id!, params.number!) }),
  view: ({ note: shown }, context) => {
    const { note, invoice, createdBy, sharePath, hasEInvoice, mails } = shown;
    const here = creditNoteAddress(invoice.id, note.number);
    const { person } = context;
    return {
      title: note.number,
      crumbs: invoiceCrumbs(invoice),
      actions: html`${downloadLink(`${here}.pdf`)}${hasEInvoice ? downloadLink(`${here}.xml`, 'Download XML') : null}`,
      body: html`
      <div class="beside">
        ${invoiceDocument(creditNoteDocument(shown), person.workspace_id, title => html`<h2>${title}</h2>`)}
        <aside aria-label="Status and actions">
          ${card(
            'Credit note',
            facts([
              ['Amount', amount(note.totalCents, invoice.currency, person.locale)],
              ['Corrects', html`<a href="/invoices/${invoice.id}">${invoice.number}</a>`],
              ['Created', moment(note.createdAt, person.locale, person.time_zone)],
              ['By', createdBy && recorderName(createdBy, person)],
            ]),
          )}
          ${card(
            'Share with the client',
            sharePath === null
              ? html`<p class="hint">The link doesn’t work while its project is in the trash.</p>`
              : shareLink(context, {
                  label: 'Share link',
                  path: sharePath,
                  send: sendLink(`${here}/send`, 'credit note', { isAgain: mails.length > 0 }),
                }),
          )}
          ${card('Emails so far', mailList(mails, context))}
        </aside>
      </div>`,
    };
  },
});
