import { sendInvoice } from '../../actions/invoice.ts';
import { checklist } from '../../documents/checklist.ts';
import type { Missing } from '../../documents/missing.ts';
import { isUnpaid } from '../../documents/payment.ts';
import { amount, day } from '../../formatting/index.ts';
import { form } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { missingList } from '../parts/checklist.ts';
import { facts } from '../parts/facts.ts';
import { overdueHint, statusPill } from '../parts/invoiceTable.ts';
import { byAction } from '../posts/byAction.ts';
import { type InvoiceDetail, invoiceDetail } from '../records/invoice.ts';
import type { PageContext } from '../requests/pageContext.ts';

const pathOf = (id: string) => `/invoices/${id}`;

/** The address of the page that sends a draft. */
export const sendAddress = (id: string): string => `${pathOf(id)}/send`;

const send = byAction(sendInvoice, {
  path: '/invoices/:id/send',
  redirectTo: ({ invoice }) => pathOf(invoice.id),
});

/** The page before a draft is sent: what it still lacks, and what the client gets. */
export const sendInvoicePage = page<{ invoice: InvoiceDetail }>({
  path: '/invoices/:id/send',
  reads: ({ params }) => ({ invoice: invoiceDetail(params.id!) }),
  view: ({ invoice: shown }, context) => {
    const { invoice, sharePath, today } = shown;
    return {
      title: `Send ${invoice.number}`,
      crumbs: [
        ['Invoices', '/invoices'],
        [invoice.number, pathOf(invoice.id)],
      ],
      status: statusPill(invoice, today),
      body: sendInvoice.isOffered!({ status: invoice.status, isTrashed: sharePath === null })
        ? sending(shown, context)
        : refusal(shown),
    };
  },
  posts: [send],
});

/** Why it can't be sent. */
const refusal = ({ invoice: { id, number, kind, status } }: InvoiceDetail): Html => html`
  <p class="empty">${
    status === 'DRAFT'
      ? `You can’t send this draft while its project is in the trash.`
      : `This ${kind} is not a draft any more.`
  } <a href="${pathOf(id)}">Open ${number}</a></p>`;

function sending(shown: InvoiceDetail, context: PageContext): Html {
  const { invoice, client, today } = shown;
  const missing = checklist(shown);
  return html`
    <div class="beside">
      <div>
        <section><h2>Before you send</h2>
          ${
            missing.length === 0
              ? html`<p>This ${invoice.kind} is complete.</p>`
              : html`<p>Missing from this ${invoice.kind}:</p>${missingList(missing, { invoiceId: invoice.id, clientId: client.id })}`
          }
          ${overdueHint(invoice, today)}
        </section>
        <section><h2>Share the link yourself</h2>
          <p>Corkboard won’t email the client. It activates a link, which you copy and share.</p>
          ${sendForm(shown, missing, context)}
        </section>
      </div>
      <aside aria-label="What the client gets"><div class="card">${summary(shown, context)}</div></aside>
    </div>`;
}

/** The form that sends it; if something is missing, it asks once more. */
function sendForm({ invoice, version }: InvoiceDetail, missing: readonly Missing[], context: PageContext) {
  const isComplete = missing.length === 0;
  const post = {
    ...send,
    button: `${send.button} ${invoice.kind}`,
    fields: send.fields.filter(({ name }) => !isComplete || name !== 'anyway'),
  };
  return form(context, post, { values: { version, missing: missing.map(({ message }) => message) } });
}

/** What the client gets: the amount, for whom it is, and by when. */
function summary({ invoice, projectName, to }: InvoiceDetail, { person }: PageContext): Html {
  const { id, kind, totalCents, currency, dueDate } = invoice;
  return html`
    <p class="figure"><span>${isUnpaid(invoice) ? 'Amount due' : 'Total'}</span>
      <strong>${amount(totalCents, currency, person.locale)}</strong></p>
    ${facts([
      [kind === 'invoice' ? 'Due' : 'Valid until', dueDate && day(dueDate, person.locale)],
      ['To', to.legalName ?? to.company ?? to.name],
      ['Project', projectName],
    ])}
    <p><a href="${pathOf(id)}">See the ${kind} as the client will</a></p>`;
}
