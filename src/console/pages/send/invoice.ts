import { mailActions } from '../../../actions/documentMail.ts';
import { sendInvoice } from '../../../actions/invoice.ts';
import { sql } from '../../../database/pool.ts';
import { type Checklist, checklist, missingFromEInvoice } from '../../../documents/checklist.ts';
import { eInvoiceFormatOf } from '../../../documents/eInvoiceFormat.ts';
import { dueCentsOf } from '../../../documents/invoiceDocument.ts';
import { awaitIssueCheck, type IssueCheck } from '../../../documents/issueCheck.ts';
import { invoiceMail } from '../../../documents/mailValues.ts';
import { isUnpaid } from '../../../documents/payment.ts';
import { amount, day } from '../../../formatting/index.ts';
import { asUuid } from '../../../vocabulary/id.ts';
import { missingList } from '../../components/checklist.ts';
import { invoiceCrumbs } from '../../components/crumbs.ts';
import { facts } from '../../components/facts.ts';
import { isOverdue, overdueHint, statusOf } from '../../components/invoiceTable.ts';
import { timesDone } from '../../components/provenance.ts';
import { type Html, html } from '../../html/html.ts';
import type { Page } from '../../page/page.ts';
import { invoiceFile } from '../../queries/documentFile.ts';
import { type InvoiceDetail, invoiceDetail } from '../../queries/invoice.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import type { DocumentWithFiles } from '../../requests/sendDocument.ts';
import { type Sending, sendPage } from './sendPage.ts';

const pathOf = (id: string) => `/invoices/${id}`;

/** The address of the page that sends an invoice or estimate. */
export const sendAddress = (id: string): string => `${pathOf(id)}/send`;

interface Rows {
  invoice: InvoiceDetail;
  file: DocumentWithFiles;
  /** The faults that its files would have; undefined if it was sent or can't be. */
  check?: IssueCheck | 'late';
}

/** Whether it can still be sent for the first time. */
export const isDraft = ({ invoice: { status }, sharePath }: InvoiceDetail) =>
  status === 'DRAFT' && sharePath !== null;

/** The page that sends an invoice or estimate. */
const sendsInvoice = sendPage<Rows>({
  path: '/invoices/:id/send',
  mail: [mailActions.invoice, '/invoices/:id/mail'],
  share: [sendInvoice, 'The link starts to work, and you get a text to send with it.', '/invoices/:id/send'],
  reads: ({ params }) => ({
    invoice: invoiceDetail(params.id!),
    file: invoiceFile(sql.fragment`${asUuid(params.id!)}`),
  }),
  awaits: async ({ invoice: shown, file: { recordId, fingerprint } }, { workspaceId, ...queries }) =>
    isDraft(shown) && fingerprint !== null
      ? { check: await awaitIssueCheck(workspaceId, recordId, fingerprint, queries) }
      : {},
  sends: ({ invoice: shown, check = 'late' }, context) => {
    const { invoice, mails } = shown;
    return {
      ...common(shown, context),
      title: `Send ${invoice.number}`,
      template: invoice.kind,
      refusal: invoice.status === 'VOID' ? `This ${invoice.kind} is void.` : inTrash(shown),
      ...(isDraft(shown) && { review: review(shown, check, context) }),
      text: invoiceMail(invoice.kind, shown, shown.ownTexts),
      attached: attached(shown, check),
      mails: mails.filter(({ purpose }) => purpose === 'document'),
      timesMailed: timesDone(shown.history, 'invoice.mailed'),
    };
  },
});

export const sendInvoicePage: Page = {
  ...sendsInvoice,
  // Where the pages of 1.0.0 email a draft.
  posts: [
    ...sendsInvoice.posts,
    { ...sendsInvoice.posts[1]!, path: '/invoices/:id/send/email', name: 'invoice.send-email' },
  ],
};

/** The page that sends a payment reminder. */
export const remindPage: Page = sendPage<{ invoice: InvoiceDetail }>({
  path: '/invoices/:id/remind',
  mail: [mailActions.reminder, '/invoices/:id/remind'],
  reads: ({ params }) => ({ invoice: invoiceDetail(params.id!) }),
  sends: ({ invoice: shown }, context) => {
    const { invoice, mails, today } = shown;
    return {
      ...common(shown, context),
      template: 'reminder',
      refusal: isOverdue(invoice, today) ? inTrash(shown) : 'This invoice is not overdue.',
      text: invoiceMail('reminder', shown, shown.ownTexts),
      // It is made when it is sent.
      attached: [[`${invoice.number}.pdf`, null]],
      mails: mails.filter(({ purpose }) => purpose === 'reminder'),
      timesMailed: timesDone(shown.history, 'invoice.reminded'),
    };
  },
});

/** What both pages say of an invoice or estimate. */
function common(shown: InvoiceDetail, context: PageContext) {
  const { invoice, client, sharePath, version } = shown;
  return {
    crumbs: invoiceCrumbs(invoice),
    status: statusOf(shown),
    client,
    link: invoice.sentAt === null ? null : sharePath,
    shown: { version },
    record: { status: invoice.status, isTrashed: sharePath === null },
    summary: summary(shown, context),
  } satisfies Partial<Sending>;
}

const inTrash = ({ sharePath }: InvoiceDetail) =>
  sharePath === null && 'You can’t send it while its project is in the trash.';

/** The files that an email has, as corkboard.prepare_mail_attempt attaches them. */
function attached(shown: InvoiceDetail, check: IssueCheck | 'late'): Sending['attached'] {
  const { invoice, hasEInvoice } = shown;
  const isMade =
    invoice.status === 'DRAFT'
      ? missingFromEInvoice(shown).length === 0 && (check === 'late' || check.problem === null)
      : hasEInvoice;
  const standard = isMade ? eInvoiceFormatOf(shown) : null;
  const file = (format: string, note = '') =>
    [`${invoice.number}.${format}${note}`, `${pathOf(invoice.id)}.${format}`] as const;
  if (standard === null) return [file('pdf')];
  return standard === 'factur-x' ? [file('pdf', ' with the e-invoice inside')] : [file('pdf'), file('xml')];
}

/** What a draft lacks, and the faults that its files would have. */
function review(
  shown: InvoiceDetail,
  check: IssueCheck | 'late',
  context: PageContext,
): NonNullable<Sending['review']> {
  const { invoice, client, today } = shown;
  const found = checklist(shown, context);
  const { doubtful, ...lacking } = found;
  const problems = problemsOf(check, found);
  const messages = Object.values(lacking).flatMap(list => list.map(({ message }) => message));
  const missing = [...new Set([...messages, ...problems])];
  const list = html`
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
    ${overdueHint(invoice, today)}`;
  return { list, missing };
}

/** The faults that its files would have, besides those named by field. */
function problemsOf(check: IssueCheck | 'late', { unprintable }: Checklist): string[] {
  if (check === 'late') return [];
  const { pdfProblem, problem } = check;
  const isNamed = pdfProblem === null || unprintable.length > 0 || problem?.includes(pdfProblem);
  return [...(isNamed ? [] : [`The PDF: ${pdfProblem}.`]), ...(problem === null ? [] : [problem])];
}

/** A summary for the client: the amount, for whom it is, and by when. */
function summary(shown: InvoiceDetail, { person }: PageContext): Html {
  const { invoice, projectName, to } = shown;
  const { id, kind, totalCents, currency, dueDate } = invoice;
  return html`
    <p class="figure"><span>${isUnpaid(invoice) ? 'Amount due' : 'Total'}</span>
      <strong>${amount(isUnpaid(invoice) ? dueCentsOf(shown) : totalCents, currency, person.locale)}</strong></p>
    ${facts([
      [kind === 'invoice' ? 'Due' : 'Valid until', dueDate && day(dueDate, person.locale)],
      ['To', to.legalName ?? to.company ?? to.name],
      ['Project', projectName],
    ])}
    <p><a href="${pathOf(id)}">See the ${kind} as the client will</a></p>`;
}
