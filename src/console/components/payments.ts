import { amount, day } from '../../formatting/index.ts';
import { form, formOfMany } from '../forms/form.ts';
import type { Post } from '../forms/post.ts';
import { type Html, html } from '../html/html.ts';
import { recorderName } from '../html/personName.ts';
import type { InvoiceDetail, Payment } from '../records/invoice.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { timeInSentence } from './time.ts';

/** The payments of an invoice, oldest first, each with the form that removes it; null: it has none. */
export function paymentList(
  { invoice, payments, version }: InvoiceDetail,
  context: PageContext,
  remove: Post,
): Html | null {
  if (payments.length === 0) return null;
  const { locale } = context.person;
  return formOfMany(
    html`<ul class="list">${payments.map(payment => {
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
        <p class="hint">Recorded${recorder(payment, context)}, ${timeInSentence(payment.recordedAt, context.person)}</p>
        ${remover}</div></li>`;
    })}</ul>`,
  );
}

const names = { payment: '', refund: 'Refund of ', transfer: 'Transfer of ' };

/** How it was paid, and its reference. */
const how = ({ method, reference }: Payment): string =>
  [method, reference].map(part => (part === null ? '' : ` · ${part}`)).join('');

const recorder = ({ recordedBy }: Payment, { person }: PageContext): Html | null =>
  recordedBy === null ? null : html` by ${recorderName(recordedBy, person)}`;
