import { acceptChangeOrder, editChangeOrder, withdrawChangeOrder } from '../../actions/changeOrder.ts';
import type { Row } from '../../actions/define.ts';
import { renewChangeOrderLink } from '../../actions/link.ts';
import { changeOrderView } from '../../documents/changeOrderView.ts';
import { amount, moment } from '../../formatting/index.ts';
import { card } from '../components/card.ts';
import { changeOrderLetter, changeOrderPill } from '../components/changeOrder.ts';
import { evidence } from '../components/consent.ts';
import { projectCrumbs } from '../components/crumbs.ts';
import { disclosure } from '../components/disclosure.ts';
import { mailList, sendLink } from '../components/documentMail.ts';
import { downloadLink } from '../components/downloadLink.ts';
import { facts } from '../components/facts.ts';
import { historyList, type Step, timesDone } from '../components/provenance.ts';
import { shareLink } from '../components/shareLink.ts';
import { form } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import { recorderName } from '../html/personName.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import { type ChangeOrderDetail, changeOrderDetail, stateOf } from '../queries/changeOrder.ts';
import type { PageContext } from '../requests/pageContext.ts';

const path = '/projects/:id/change-orders/:order';
const at = { record: 'order', parents: { id: 'project_id' } };

const edit = byAction(editChangeOrder, {
  path: `${path}/edit`,
  ...at,
  looks: { description: { rows: 8 } },
  amountsOf: 'project',
});
const withdraw = byAction(withdrawChangeOrder, { path: `${path}/withdraw`, ...at });
/** A member records the client's approval, and the pages say so. */
const accept = byAction(acceptChangeOrder, {
  path: `${path}/approve`,
  ...at,
  button: 'Record approval',
  irreversible:
    'Record that the client approved this change order. Every page will show that you recorded it for them. You can’t remove it afterwards.',
});
const renew = byAction(renewChangeOrderLink, { path: `${path}/renew-link`, ...at });

/** A change order that a member wrote, as its client sees it, with its actions. */
export const changeOrder = page<{ order: ChangeOrderDetail }>({
  path,
  reads: ({ params }) => ({ order: changeOrderDetail(params.id!, params.order!) }),
  view: ({ order }, context) => {
    const { project, document, version } = order;
    const record = recordOf(order);
    const view = changeOrderView(order);
    return {
      title: document.title,
      crumbs: projectCrumbs(project, 'scope'),
      status: changeOrderPill(order),
      actions: html`${downloadLink(`${pageOf(order)}.pdf`)}${record.state === 'draft' ? sendLink(`${pageOf(order)}/send`, 'change order', { isMain: true }) : null}`,
      body: html`
        <div class="beside">
          <section class="card" aria-label="Summary">
            ${summary(order, context)}
            ${
              record.state === 'draft'
                ? disclosure(context, 'Edit change order', edit, {
                    values: { ...document },
                    currency: document.currency,
                  })
                : null
            }
          </section>
          ${changeOrderLetter(view, context.person.workspace_id, html`<h2>${view.title}</h2>`, null)}
          <aside aria-label="Status and actions">
            ${card('Share with the client', shareSection(order, context))}
            ${card('History', historyList(order.id, order.history, steps, context.person))}
            ${card('More actions', [
              form(context, accept, {
                record,
                quiet: true,
                values: { by: order.client.contactName ?? order.client.name, document: order.sha256 },
              }),
              form(context, withdraw, { record, quiet: true, values: { version } }),
            ])}
          </aside>
        </div>`,
    };
  },
  posts: [edit, renew, accept, withdraw],
});

const pageOf = ({ project, id }: ChangeOrderDetail) => `/projects/${project.id}/change-orders/${id}`;

/** The state that decides which actions are offered. */
const recordOf = (order: ChangeOrderDetail) =>
  ({ state: stateOf(order), sentAt: order.sentAt }) satisfies Row;

/** Its price, for whom it is, and what the client answered. */
function summary(order: ChangeOrderDetail, { person }: PageContext): Html {
  const { document, client, project, approvedAt, declinedAt } = order;
  const { declaration, sha256, approvedFrom, approvedWith } = order;
  const time = (at: string | null) => at && moment(at, person.locale, person.time_zone);
  return html`
    <p class="figure"><span>Price</span>
      <strong>${amount(document.amountCents, document.currency, person.locale)}</strong></p>
    ${facts([
      ['Revision rounds', document.rounds === 0 ? null : document.rounds],
      ['Client', html`<a href="/clients/${client.id}">${client.name}</a>`],
      ['Project', html`<a href="/projects/${project.id}?tab=scope">${project.name}</a>`],
      ['Approved', time(approvedAt)],
      [order.recordedBy === null ? 'Approved by' : 'Approved for', order.approvedBy],
      ['Recorded by', order.recorder && recorderName(order.recorder, person)],
      ['Declined', time(declinedAt)],
      ['Declined by', order.declinedBy],
      ['Reason', order.declineReason],
      ['Withdrawn', time(order.withdrawnAt)],
    ])}
    ${approvedAt === null ? null : evidence({ declaration, sha256, from: approvedFrom, browser: approvedWith }, person)}`;
}

/** The client's share link, once it works, and the emails with it. */
function shareSection(order: ChangeOrderDetail, context: PageContext): (Html | null)[] {
  const { path, history, mails } = order;
  if (order.sentAt === null) return [];
  const isOpen = ['sent', 'approved'].includes(stateOf(order));
  return [
    shareLink(context, {
      label: 'Share link',
      path,
      version: timesDone(history, 'change_order.link_renewed'),
      renew,
      ...(isOpen && { send: sendLink(`${pageOf(order)}/send`, 'change order', { isAgain: true }) }),
    }),
    mailList(mails, context),
  ];
}

const steps: Step[] = [
  ['Drafted by', 'change_order.proposed'],
  ['Edited by', 'change_order.edited'],
  ['Sent by', 'change_order.sent'],
  ['Emailed by', 'change_order.mailed'],
  ['Withdrawn by', 'change_order.withdrawn'],
];
