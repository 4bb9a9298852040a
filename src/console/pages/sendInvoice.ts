import { mailFields } from '../../actions/documentMail.ts';
import { sendInvoice } from '../../actions/invoice.ts';
import { sql } from '../../database/pool.ts';
import { type Checklist, checklist } from '../../documents/checklist.ts';
import { awaitIssueCheck, type IssueCheck } from '../../documents/issueCheck.ts';
import { invoiceMail } from '../../documents/mailValues.ts';
import { isUnpaid } from '../../documents/payment.ts';
import { amount, day } from '../../formatting/index.ts';
import { recipientsFor } from '../../mail/recipients.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { missingList } from '../components/checklist.ts';
import { mailLooks, mailNotSetUp } from '../components/documentMail.ts';
import { facts } from '../components/facts.ts';
import { overdueHint, statusPill } from '../components/invoiceTable.ts';
import type { Field } from '../forms/fields.ts';
import { form } from '../forms/form.ts';
import type { ActionRow, Post } from '../forms/post.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import { invoiceFile } from '../records/documentFile.ts';
import { type InvoiceDetail, invoiceDetail } from '../records/invoice.ts';
import type { PageContext } from '../requests/pageContext.ts';
import type { DocumentWithFiles } from '../requests/sendDocument.ts';

const pathOf = (id: string) => `/invoices/${id}`;

/** The address of the page that sends a draft. */
export const sendAddress = (id: string): string => `${pathOf(id)}/send`;

const redirectTo = ({ invoice }: ActionRow) => pathOf(invoice.id);

/** The fields of the email. */
const mailNames = Object.keys(mailFields);
const isOfMail = ({ name }: Field) => mailNames.includes(name);

const sent = byAction(sendInvoice, { path: '/invoices/:id/send', redirectTo });
const send: Post = { ...sent, fields: sent.fields.filter(field => !isOfMail(field)) };

const mailed = byAction(sendInvoice, { path: '/invoices/:id/send/email', redirectTo, looks: mailLooks });
/** Sends it by email. It has an address of its own, because the page has both forms. */
const sendByMail: Post = {
  ...mailed,
  name: 'invoice.send-email',
  button: 'Email',
  done: 'Marked as sent. The email is on its way.',
  // The email comes before the question whether to send it as it is.
  fields: mailed.fields
    .map(field => ({ ...field, required: isOfMail(field) && field.name !== 'cc' }))
    .sort((one, other) => Number(isOfMail(other)) - Number(isOfMail(one))),
};

interface Rows {
  invoice: InvoiceDetail;
  file: DocumentWithFiles;
  /** The faults that its files would have; undefined if it can't be sent. */
  check?: IssueCheck | 'late';
}

/** The page before a draft is sent: what it still lacks, and what the client gets. */
export const sendInvoicePage = page<Rows>({
  path: '/invoices/:id/send',
  reads: ({ params }) => ({
    invoice: invoiceDetail(params.id!),
    file: invoiceFile(sql.fragment`${asUuid(params.id!)}`),
  }),
  awaits: async ({ invoice: shown, file: { recordId, fingerprint } }, { workspaceId, ...queries }) =>
    isSendable(shown) && fingerprint !== null
      ? { check: await awaitIssueCheck(workspaceId, recordId, fingerprint, queries) }
      : {},
  view: ({ invoice: shown, check = 'late' }, context) => {
    const { invoice, today } = shown;
    return {
      title: `Send ${invoice.number}`,
      crumbs: [
        ['Invoices', '/invoices'],
        [invoice.number, pathOf(invoice.id)],
      ],
      status: statusPill(invoice, today),
      body: isSendable(shown) ? sending(shown, check, context) : refusal(shown),
    };
  },
  posts: [send, sendByMail],
});

const isSendable = ({ invoice: { status }, sharePath }: InvoiceDetail): boolean =>
  sendInvoice.isOffered!({ status, isTrashed: sharePath === null });

/** Why it can't be sent. */
const refusal = ({ invoice: { id, number, kind, status } }: InvoiceDetail): Html => html`
  <p class="empty">${
    status === 'DRAFT'
      ? `You can’t send this draft while its project is in the trash.`
      : `This ${kind} is not a draft any more.`
  } <a href="${pathOf(id)}">Open ${number}</a></p>`;

function sending(shown: InvoiceDetail, check: IssueCheck | 'late', context: PageContext): Html {
  const { invoice, client, today } = shown;
  const found = checklist(shown, context);
  const { doubtful, ...lacking } = found;
  const problems = problemsOf(check, found);
  const messages = Object.values(lacking).flatMap(list => list.map(({ message }) => message));
  const missing = [...new Set([...messages, ...problems])];
  return html`
    <div class="beside">
      <div>
        <section><h2>Before you send</h2>
          ${
            missing.length === 0 && doubtful.length === 0
              ? html`<p>This ${invoice.kind} is complete.</p>`
              : missingList(invoice.kind, found, {
                  invoiceId: invoice.id,
                  projectId: invoice.projectId,
                  clientId: client.id,
                })
          }
          ${problems.length === 0 ? null : html`<p>Not as it should be, if it is sent now:</p><ul>${problems.map(one => html`<li>${one}</li>`)}</ul>`}
          ${check === 'late' ? html`<p class="hint">Its PDF and electronic invoice could not be checked in time. <a href="${sendAddress(invoice.id)}">Check again</a>, or send it all the same.</p>` : null}
          ${overdueHint(invoice, today)}
        </section>
        <section><h2>Email it</h2>
          ${
            context.sendsMail
              ? html`<p>The client gets the ${invoice.kind} and its link by email.</p>${sendForm(sendByMail, shown, missing, context)}`
              : mailNotSetUp
          }
        </section>
        <section><h2>Share the link yourself</h2>
          <p>Corkboard won’t email the client. It activates a link, which you copy and share.</p>
          ${sendForm(send, shown, missing, context)}
        </section>
      </div>
      <aside aria-label="What the client gets"><div class="card">${summary(shown, context)}</div></aside>
    </div>`;
}

/** The faults that its files would have, besides those named by field. */
function problemsOf(check: IssueCheck | 'late', { unprintable }: Checklist): string[] {
  if (check === 'late') return [];
  const { pdfProblem, problem } = check;
  const isNamed = pdfProblem === null || unprintable.length > 0 || problem?.includes(pdfProblem);
  return [...(isNamed ? [] : [`The PDF: ${pdfProblem}.`]), ...(problem === null ? [] : [problem])];
}

/** The form that sends it; if something is missing, it asks once more. */
function sendForm(
  post: Post,
  shown: InvoiceDetail,
  missing: readonly string[],
  context: PageContext,
): Html | null {
  const { invoice, client, version, ownTexts } = shown;
  const named = {
    ...post,
    button: `${post.button} ${invoice.kind}`,
    fields: post.fields.filter(({ name }) => missing.length > 0 || name !== 'anyway'),
  };
  const [recipient = null, ...cc] = recipientsFor(invoice.kind, client);
  return form(context, named, {
    quiet: post === send && context.sendsMail,
    values: {
      version,
      missing,
      recipient,
      cc,
      ...invoiceMail(invoice.kind, shown, ownTexts),
    },
  });
}

/** A summary for the client: the amount, for whom it is, and by when. */
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
