import { creditInvoice, refundInvoice, transferBalance } from '../../../actions/credit.ts';
import { payInvoice, removePayment } from '../../../actions/payment.ts';
import { dueCentsOf } from '../../../documents/invoiceDocument.ts';
import { amount, day } from '../../../formatting/index.ts';
import { disclosure } from '../../components/disclosure.ts';
import { pagination } from '../../components/pagination.ts';
import { briefInSentence } from '../../components/time.ts';
import { form, formOfMany } from '../../forms/form.ts';
import { type Html, html } from '../../html/html.ts';
import { recorderName } from '../../html/personName.ts';
import { byAction } from '../../posts/byAction.ts';
import { creditNoteAddress } from '../../queries/creditNote.ts';
import type { InvoiceDetail, Payment } from '../../queries/invoice.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { pageNumber } from '../../requests/query.ts';
import { correctAddress } from '../creditNote.ts';

// What was paid and credited of an invoice, on its page.

const moneyLooks = {
  amountCents: { hint: undefined, required: true },
  on: { hint: undefined, required: true },
};
const pay = byAction(payInvoice, {
  path: '/invoices/:id/pay',
  looks: {
    ...moneyLooks,
    method: { hint: 'For example Bank transfer' },
    reference: { hint: 'What identifies it at the bank or payment service' },
    note: { hint: 'Only members see it', rows: 2 },
  },
});
/** The form for an invoice over nothing, which is paid without a payment. */
const payNothing = byAction(payInvoice, { path: pay.path, button: 'Mark as paid', names: ['version'] });
const remove = byAction(removePayment, {
  path: '/invoices/:id/payments/:payment/remove',
  record: 'payment',
  parents: { id: 'invoice_id' },
});
const refund = byAction(refundInvoice, {
  path: '/invoices/:id/refund',
  looks: {
    ...moneyLooks,
    method: { hint: undefined },
    reference: { hint: undefined },
    note: { hint: undefined, rows: 2 },
  },
});
const transfer = byAction(transferBalance, {
  path: '/invoices/:id/transfer-balance',
  looks: { ...moneyLooks, toInvoice: { kind: 'select', hint: undefined } },
});

export const paymentPosts = [pay, remove, refund, transfer];

/** The form that records a payment: of all that is due, today, unless the person changes that. */
export function payForm(shown: InvoiceDetail, context: PageContext): Html | null {
  const { invoice, version, today } = shown;
  const amountCents = dueCentsOf(shown);
  return amountCents <= 0
    ? form(context, payNothing, { record: invoice, values: { version } })
    : disclosure(context, pay.button, pay, {
        record: invoice,
        currency: invoice.currency,
        values: { amountCents, on: today, version },
        quiet: false,
      });
}

/** The parameters of the page's address with the page of its payments, and of its credit notes. */
export const pagesIn = (search: URLSearchParams) => ({
  payments: pageNumber(search, 'payments'),
  creditNotes: pageNumber(search, 'credit-notes'),
});

/** The payments of an invoice, each with the form that removes it; null: it has none. */
export function paymentList(
  { invoice, payments, version }: InvoiceDetail,
  context: PageContext,
): Html | null {
  if (payments.page.total === 0) return null;
  const { locale } = context.person;
  const list = formOfMany(
    html`<ul class="list" id="payments">${payments.data.map(payment => {
      const { id, kind, amountCents, paidOn, note } = payment;
      const money = amount(kind === 'refund' ? -amountCents : amountCents, invoice.currency, locale);
      const remover = form(context, remove, {
        params: { ...context.params, payment: id },
        values: { version },
        recordName: `${money} on ${day(paidOn, locale)}`,
      });
      return html`
      <li><div>${names[kind]}<b>${money}</b> on ${day(paidOn, locale)}${how(payment)}
        ${note === null ? null : html`<p class="text">${note}</p>`}
        <p class="hint">Recorded${recorder(payment, context)}, ${briefInSentence(payment.recordedAt, context.person)}</p>
        ${remover}</div></li>`;
    })}</ul>`,
  );
  return html`${list}${pagination(payments.page, context.here, { name: 'payments', listId: 'payments' })}`;
}

const names = { payment: '', refund: 'Refund of ', transfer: 'Transfer of ' };

/** How it was paid, and its reference. */
const how = ({ method, reference }: Payment): string =>
  [method, reference].map(part => (part === null ? '' : ` · ${part}`)).join('');

const recorder = ({ recordedBy }: Payment, { person }: PageContext): Html | null =>
  recordedBy === null ? null : html` by ${recorderName(recordedBy, person)}`;

/** The link to the page that corrects it; null: there is nothing to correct. */
export const correctLink = ({ invoice, creditedCents }: InvoiceDetail): Html | null =>
  creditInvoice.isOffered!({ ...invoice, creditedCents })
    ? html`<p><a class="button quiet" href="${correctAddress(invoice.id)}">Correct this invoice</a></p>`
    : null;

/** Its credit notes; null: it has none. */
export function creditNotes(
  { invoice, creditNotes }: InvoiceDetail,
  { person, here }: PageContext,
): Html | null {
  if (creditNotes.page.total === 0) return null;
  return html`<ul class="list" id="credit-notes">${creditNotes.data.map(
    ({ number, totalCents, creditedOn, reason }) => html`
    <li><div><a href="${creditNoteAddress(invoice.id, number)}">${number}</a> of <b>${amount(totalCents, invoice.currency, person.locale)}</b> on ${day(creditedOn, person.locale)}${reason === null ? null : html`<p class="text hint">${reason}</p>`}</div></li>`,
  )}</ul>${pagination(creditNotes.page, here, { name: 'credit-notes', listId: 'credit-notes' })}`;
}

/** What was paid too much, and the forms that refund or transfer it; none: nothing was. */
export function balance(shown: InvoiceDetail, context: PageContext): (Html | null)[] {
  const { invoice, balanceCents, payable, today, version } = shown;
  if (balanceCents === 0) return [];
  const money = (cents: number) => amount(cents, invoice.currency, context.person.locale);
  const values = { amountCents: balanceCents, on: today, version };
  const record = { balanceCents, isTransferable: payable.length > 0 };
  const given = { record, currency: invoice.currency };
  const most = Math.min(balanceCents, payable[0]?.dueCents ?? 0);
  return [
    html`<p><b>${money(balanceCents)}</b> was paid more than is owed.</p>`,
    disclosure(context, refund.button, refund, { ...given, values }),
    disclosure(context, transfer.button, transfer, {
      ...given,
      values: { ...values, amountCents: most, toInvoice: payable[0]?.id },
      options: {
        toInvoice: payable.map(({ id, number, dueCents }) => [id, `${number}, ${money(dueCents)} due`]),
      },
    }),
  ];
}
