import type { Row } from '../../actions/define.ts';
import { acceptEstimate, convertEstimate, declineEstimate } from '../../actions/estimate.ts';
import { duplicateInvoice, setLateFee, voidInvoice } from '../../actions/invoice.ts';
import { assignInvoice } from '../../actions/invoiceAgreed.ts';
import { renewInvoiceLink } from '../../actions/link.ts';
import { planEstimate } from '../../actions/paymentPlan.ts';
import { missingFromEInvoice } from '../../documents/checklist.ts';
import { isAnswerable } from '../../documents/estimate.ts';
import { dueCentsOf } from '../../documents/invoiceDocument.ts';
import { isUnpaid } from '../../documents/payment.ts';
import { amount, day, moment } from '../../formatting/index.ts';
import { agreedKinds } from '../components/agreedFigures.ts';
import { card } from '../components/card.ts';
import { evidence } from '../components/consent.ts';
import { mailList, sendLink } from '../components/documentMail.ts';
import { downloadLink } from '../components/downloadLink.ts';
import { facts } from '../components/facts.ts';
import { invoiceDocument } from '../components/invoiceDocument.ts';
import { estimatePills, isOverdue, overdueHint, statusOf } from '../components/invoiceTable.ts';
import { historyList, type Step, timesDone } from '../components/provenance.ts';
import { shareLink } from '../components/shareLink.ts';
import { form } from '../forms/form.ts';
import type { Post } from '../forms/post.ts';
import { type Html, html } from '../html/html.ts';
import { recorderName } from '../html/personName.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import { type InvoiceDetail, invoiceDetail } from '../queries/invoice.ts';
import type { PageContext } from '../requests/pageContext.ts';
import {
  balance,
  correctLink,
  creditNotes,
  pagesIn,
  payForm,
  paymentList,
  paymentPosts,
} from './invoice/payments.ts';
import { edit, editForm } from './invoiceForm.ts';
import { planForm, planPost } from './paymentPlan.ts';
import { isDraft, sendAddress } from './send/invoice.ts';

const late = byAction(setLateFee, { path: '/invoices/:id/late-fee' });
const renew = byAction(renewInvoiceLink, { path: '/invoices/:id/renew-link' });
const accept = byAction(acceptEstimate, {
  path: '/invoices/:id/accept',
  button: 'Record acceptance',
  irreversible:
    'Record that the client accepted this estimate. Every page will show that you recorded it for them.',
});
const decline = byAction(declineEstimate, {
  path: '/invoices/:id/decline',
  button: 'Record decline',
  irreversible:
    'Record that the client declined this estimate. Every page will show that you recorded it for them.',
});
const convert = byAction(convertEstimate, {
  path: '/invoices/:id/convert',
  redirectTo: ({ invoice }) => `/invoices/${invoice.id}`,
});
const plan = planPost(planEstimate, '/invoices/:id/plan');
const assign = byAction(assignInvoice, {
  path: '/invoices/:id/assign',
  looks: { item: { kind: 'select', hidden: false, hint: undefined, blank: 'Nothing that was agreed' } },
});
const duplicate = byAction(duplicateInvoice, {
  path: '/invoices/:id/duplicate',
  redirectTo: ({ invoice }) => `/invoices/${invoice.id}`,
});
const makeVoid = byAction(voidInvoice, { path: '/invoices/:id/void', looks: { reason: { rows: 2 } } });

/** An invoice or estimate as its client sees it, with its actions. */
export const invoice = page<{ invoice: InvoiceDetail }>({
  path: '/invoices/:id',
  reads: ({ params, search }) => ({ invoice: invoiceDetail(params.id!, pagesIn(search)) }),
  view: ({ invoice: shown }, context) => ({
    title: shown.invoice.number,
    crumbs: [['Invoices', '/invoices']],
    status: html`${statusOf(shown)}${estimatePills(shown.invoice, shown.estimate?.answer?.answer, isInvoiced(shown), shown.today)}`,
    actions: html`${downloads(shown)}${isDraft(shown) ? sendLink(sendAddress(shown.invoice.id), shown.invoice.kind, { isMain: true }) : null}`,
    isLive: shown.invoice.status === 'DRAFT',
    body: html`
      ${editForm(shown, context)}
      <div class="beside">
        <section class="card" aria-label="Summary">
          ${summary(shown, context)}
          ${payForm(shown, context)}
          ${actionForm(convert, shown, context)}
        </section>
        ${invoiceDocument(shown, context.person.workspace_id, title => html`<h2>${title}</h2>`, { estimate: shown.estimate })}
        <aside aria-label="Status and actions">
          ${card('Answer', answerSection(shown, context))}
          ${card('Payment plan', planSection(shown, context))}
          ${card('Agreed work', agreedSection(shown, context))}
          ${card('Payments', paymentList(shown, context))}
          ${card('Credit notes', creditNotes(shown, context))}
          ${card('Balance', balance(shown, context))}
          ${card('Share with the client', shareSection(shown, context))}
          ${card('Payment reminders', reminderSection(shown, context))}
          ${card('History', historyList(shown.invoice.id, shown.history, stepsOf(shown), context.person))}
          ${card('More actions', [
            actionForm(naming(duplicate, shown), shown, context, true),
            actionForm(late, shown, context, true),
            isInvoiced(shown) ? null : actionForm(naming(voidPost(shown), shown), shown, context, true),
            correctLink(shown),
            partPaidCentsOf(shown) > 0
              ? html`<p class="hint">It was paid in part. Correct it, or remove its payments to void it.</p>`
              : null,
          ])}
        </aside>
      </div>`,
  }),
  posts: [edit, ...paymentPosts, late, renew, accept, decline, convert, duplicate, plan, assign, makeVoid],
});

const downloads = ({ invoice: { id }, hasEInvoice }: InvoiceDetail): Html =>
  html`${downloadLink(`/invoices/${id}.pdf`)}${hasEInvoice ? downloadLink(`/invoices/${id}.xml`, 'Download XML') : null}`;

/** A post whose button names the document: `Void estimate`. */
const naming = (post: Post, { invoice: { kind } }: InvoiceDetail): Post => ({
  ...post,
  button: `${post.button} ${kind}`,
});

/** Only what was sent gets a credit note, with a reason. */
const voidPost = ({ invoice: { kind, status } }: InvoiceDetail): Post =>
  kind === 'invoice' && status === 'SENT'
    ? makeVoid
    : { ...makeVoid, fields: makeVoid.fields.filter(({ name }) => name !== 'reason') };

/** The form of an action, if the invoice's status allows it; `quiet`: a secondary button. */
function actionForm(post: Post, shown: InvoiceDetail, context: PageContext, quiet = false): Html | null {
  const { invoice, version, sharePath, client, estimate } = shown;
  const record: Row = {
    ...invoice,
    partPaidCents: partPaidCentsOf(shown),
    isTrashed: sharePath === null,
    ...estimateRecord(shown),
  };
  const values = {
    cents: invoice.lateFeeCents,
    version,
    by: client.contactName ?? client.name,
    document: estimate?.sha256,
  };
  return form(context, post, { record, currency: invoice.currency, values, quiet });
}

/** The state that decides whether an estimate can be answered, and be turned into an invoice. */
function estimateRecord({ invoice, estimate, sharePath }: InvoiceDetail): Row {
  if (estimate === null || sharePath === null) return { isAnswerable: false, isConvertible: false };
  const { answer, convertedTo, isPastDue } = estimate;
  return {
    isAnswerable: isAnswerable(invoice, estimate),
    isExpired: isPastDue,
    isConvertible: invoice.status === 'SENT' && convertedTo === null && answer?.answer !== 'declined',
  };
}

/** Whether it is an estimate with an invoice, which must be voided first. */
const isInvoiced = ({ estimate }: InvoiceDetail): boolean => Boolean(estimate?.convertedTo);

/** The amount paid while it is SENT. */
const partPaidCentsOf = ({ invoice, paidCents }: InvoiceDetail): number =>
  invoice.status === 'SENT' ? paidCents : 0;

/** The amount due, by when, and for whom. */
function summary(shown: InvoiceDetail, { person }: PageContext): Html {
  const {
    invoice,
    project,
    client,
    sharePath,
    today,
    paidCents,
    creditedCents,
    balanceCents,
    lastPaidOn,
    eInvoiceProblem,
    estimate,
    convertedFrom,
  } = shown;
  const isTrashed = sharePath === null;
  const isPartPaid = partPaidCentsOf(shown) > 0;
  const isCredited = creditedCents > 0;
  const money = (cents: number) => amount(cents, invoice.currency, person.locale);
  return html`
    <p class="figure"><span>${isUnpaid(invoice) ? 'Amount due' : 'Total'}</span>
      <strong>${money(isUnpaid(invoice) ? dueCentsOf(shown) : invoice.totalCents)}</strong></p>
    ${facts([
      ['Total', isUnpaid(invoice) && (isPartPaid || isCredited) ? money(invoice.totalCents) : null],
      ['Paid so far', isPartPaid || (isCredited && paidCents > 0) ? money(paidCents) : null],
      ['Credited', isCredited ? money(creditedCents) : null],
      ['Balance', balanceCents > 0 ? money(balanceCents) : null],
      ['Paid on', invoice.status === 'PAID' && lastPaidOn !== null ? day(lastPaidOn, person.locale) : null],
      [
        invoice.kind === 'invoice' ? 'Due' : 'Valid until',
        invoice.dueDate && day(invoice.dueDate, person.locale),
      ],
      ['Client', isTrashed ? client.name : html`<a href="/clients/${client.id}">${client.name}</a>`],
      [
        'Project',
        isTrashed
          ? html`<bdi>${project.name}</bdi> (in the trash)`
          : html`<a href="/projects/${project.id}?tab=invoices">${project.name}</a>`,
      ],
      ['Estimate', convertedFrom && linkTo(convertedFrom)],
      ['Invoice', estimate?.convertedTo ? linkTo(estimate.convertedTo) : null],
    ])}
    ${eInvoiceProblem === null ? noEInvoice(shown) : html`<p class="hint">${eInvoiceProblem}</p>`}
    ${invoice.status === 'DRAFT' && !isTrashed ? overdueHint(invoice, today) : null}`;
}

/** Why a sent invoice has no electronic invoice, which its client or the client's country asks for. */
function noEInvoice(shown: InvoiceDetail): Html | null {
  if (shown.hasEInvoice || shown.invoice.sentAt === null) return null;
  const missing = missingFromEInvoice(shown);
  if (missing.length === 0) return null;
  return html`<p class="hint">No electronic invoice: ${missing.map(({ message }) => message).join(' ')}</p>`;
}

const linkTo = ({ id, number }: { id: string; number: string }): Html =>
  html`<a href="/invoices/${id}">${number}</a>`;

/** The form of an estimate's payment plan; null for others. */
const planSection = (shown: InvoiceDetail, context: PageContext): Html | null => {
  const { invoice, paymentPlan, paymentParts, version } = shown;
  if (!planEstimate.isOffered!(invoice)) return null;
  return planForm(context, plan, paymentPlan, paymentParts, {
    currency: invoice.currency,
    values: { version },
  });
};

/** What it bills of what was agreed, and the form that changes that; null if nothing was agreed. */
function agreedSection({ agreed, invoice, version }: InvoiceDetail, context: PageContext): Html | null {
  if (agreed.length === 0) return null;
  const names = agreed.map(
    ({ id, kind, name }) => [id, [agreedKinds[kind], name].filter(Boolean).join(' ')] as const,
  );
  return html`${form(context, assign, {
    record: invoice,
    options: { item: names },
    values: { item: agreed.find(({ isBilled }) => isBilled)?.id, version },
    quiet: true,
  })}<p class="hint">It isn’t printed. Lines that bill time stay as they are.</p>`;
}

/** The client's answer to an estimate, or the forms with which a member records it. */
function answerSection(shown: InvoiceDetail, context: PageContext): (Html | null)[] {
  const { invoice, estimate } = shown;
  if (estimate === null || invoice.sentAt === null) return [];
  const { answer, sha256 } = estimate;
  if (answer === null) {
    const forms = [actionForm(accept, shown, context, true), actionForm(decline, shown, context, true)];
    return forms.every(one => one === null)
      ? []
      : [
          html`<p class="hint">The client can answer on the page behind the share link${estimate.isPastDue ? ', but no longer accept: the estimate has expired' : ''}.</p>`,
          ...forms,
        ];
  }
  const { locale, time_zone } = context.person;
  const { declaration } = answer;
  const isAccepted = answer.answer === 'accepted';
  const name = `${isAccepted ? 'Accepted' : 'Declined'} ${answer.recordedBy === null ? 'by' : 'for'}`;
  return [
    facts([
      [isAccepted ? 'Accepted' : 'Declined', moment(answer.at, locale, time_zone)],
      [name, answer.by],
      ['Recorded by', answer.recorder && recorderName(answer.recorder, context.person)],
      ['Reason', answer.reason],
    ]),
    evidence(
      { declaration, sha256, from: answer.answeredFrom, browser: answer.answeredWith },
      context.person,
    ),
  ];
}

/** The steps in its history. Setting a late fee, or paying in full, isn't one once that was undone. */
const stepsOf = ({ invoice: { lateFeeCents, status } }: InvoiceDetail): Step[] => [
  ['Drafted by', 'invoice.drafted', 'estimate.drafted'],
  ['Edited by', 'invoice.edited'],
  ['Sent by', 'invoice.sent'],
  ['Emailed by', 'invoice.mailed'],
  ...(lateFeeCents > 0 ? [['Late fee set by', 'invoice.late_fee'] as const] : []),
  ['Answered by', 'estimate.accepted', 'estimate.declined'],
  ['Turned into an invoice by', 'estimate.converted'],
  ...(status === 'PAID' ? [['Paid in full', 'invoice.paid'] as const] : []),
  ['Credited by', 'invoice.credited'],
  ['Voided by', 'invoice.void'],
];

/** The payment reminders of an invoice, and the link to send one while it is overdue. */
function reminderSection(shown: InvoiceDetail, context: PageContext): (Html | null)[] {
  const { invoice, mails, history, today, sharePath } = shown;
  const count = timesDone(history, 'invoice.reminded');
  return [
    count === 0 ? null : html`<p>${count === 1 ? '1 reminder' : `${count} reminders`} so far</p>`,
    mailList(
      mails.filter(({ purpose }) => purpose === 'reminder'),
      context,
    ),
    isOverdue(invoice, today) && sharePath !== null
      ? html`<p>${sendLink(`/invoices/${invoice.id}/remind`, 'reminder')}</p>`
      : null,
  ];
}

/** The client's share link, once it works, the emails with it, and when the client first opened it. */
function shareSection(shown: InvoiceDetail, context: PageContext): (Html | null)[] {
  const { invoice, sharePath, history, viewedAt } = shown;
  const { locale, time_zone } = context.person;
  if (sharePath === null && invoice.status === 'DRAFT')
    return [html`<p class="hint">You can’t send this draft while its project is in the trash.</p>`];
  if (invoice.sentAt === null) return [];
  const mails = shown.mails.filter(({ purpose }) => purpose === 'document');
  const isOpen = invoice.status !== 'VOID';
  return [
    sharePath === null
      ? html`<p class="hint">The share link doesn’t work while the project is in the trash.</p>`
      : shareLink(context, {
          label: 'Share link',
          path: sharePath,
          version: timesDone(history, 'invoice.link_renewed'),
          renew,
          ...(isOpen && { send: sendLink(sendAddress(invoice.id), invoice.kind, { isAgain: true }) }),
        }),
    mailList(mails, context),
    facts([['First viewed', viewedAt === null ? 'Not yet' : moment(viewedAt, locale, time_zone)]]),
  ];
}
